/** Access tokens straight from an authority's token endpoint, for an application that has a
 *  secret: how the local composition signs in at the simulated tenant. In Azure nothing has a
 *  secret; there `runtime/tenant/identity/` asks for tokens. */
import { z } from "zod";
import { fail, ok } from "../../contract/result.ts";
import { type Secret, secret } from "../../contract/secret.ts";
import type { TenantFailure } from "../failure.ts";
import type { RequestToken } from "../tokens.ts";
import { type HttpReply, type SendParts, send } from "./http/send.ts";

export type TokenEndpoint = SendParts & {
  /** Without a slash at its end. */
  readonly authority: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
};

const TokenBody = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});
const Refusal = z.object({
  error: z
    .string()
    .max(100)
    .regex(/^[a-z_]+$/),
});

export function endpointTokens(endpoint: TokenEndpoint): RequestToken {
  const { authority, tenantId, clientId, clientSecret, clock } = endpoint;
  const url = `${authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
  return async (scope, claims, signal = new AbortController().signal) => {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret.reveal(),
      scope,
      ...(claims === undefined ? {} : { claims }),
    }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const asked = clock.now().getTime();
    const request = { method: "POST", url, headers, body, reads: "json" } as const;
    const reply = await send(endpoint, request, signal);
    const read = reply.kind === "answer" ? TokenBody.safeParse(reply.body) : null;
    if (reply.kind !== "answer" || reply.status !== 200 || read?.success !== true) {
      return fail(refusal(reply));
    }
    const { access_token, expires_in } = read.data;
    const expiresAt = new Date(asked + expires_in * 1_000);
    return ok({ value: secret(access_token), expiresAt });
  };
}

/** Of the authority's answer only its code is told. */
function refusal(reply: HttpReply): TenantFailure {
  if (
    reply.kind === "answer" &&
    reply.status >= 400 &&
    reply.status < 500 &&
    reply.status !== 429
  ) {
    const { status, body } = reply;
    const told = Refusal.safeParse(body);
    const code = told.success ? told.data.error : "token";
    return { kind: "refused", status, code, message: "The authority gives us no token." };
  }
  const why = reply.kind === "answer" ? `status ${reply.status}` : whyWithout(reply);
  return { kind: "unavailable", code: "token", message: `the authority gave no token: ${why}.` };
}

const whyWithout = (reply: Exclude<HttpReply, { readonly kind: "answer" }>): string =>
  reply.kind === "ended" ? "it was interrupted" : reply.why;
