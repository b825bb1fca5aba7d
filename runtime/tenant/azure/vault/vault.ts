/** Azure Key Vault's secrets over HTTP. Setting one again only adds a version, and a recovery that
 *  finds nothing to recover looks whether an earlier one did it, so every request here may be
 *  repeated. A host reads its certificate before there is any job; what it asks then
 *  takes no permit, as there is nobody to share with. */
import { z } from "zod";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { secret } from "../../../contract/secret.ts";
import { hide, needlesOf } from "../../../contract/secret-forms.ts";
import { pause } from "../../../time/pause.ts";
import type { TenantFailure } from "../../failure.ts";
import type { SessionOf } from "../../tenant.ts";
import type { NewVaultSecret, Vault, VaultSecret } from "../../vault.ts";
import {
  type Answered,
  type Call,
  type CallContext,
  type CallRequest,
  caller,
} from "../http/call.ts";
import { failureOf, type Scrub } from "../http/service-error.ts";
import { contextOf, type ServiceParts, serviceOf } from "../service.ts";

const API_VERSION = "api-version=7.4";
const NAME = /^[0-9A-Za-z-]{1,127}$/;

const SecretBody = z.object({
  id: z.string(),
  value: z.string(),
  contentType: z.string().nullish(),
  attributes: z.object({ exp: z.int().nullish() }).nullish(),
});
const DeletedBody = z.object({ scheduledPurgeDate: z.int().nullish() });

type Client = {
  readonly call: Call;
  readonly scrub: Scrub;
  /** Ends early with the job. */
  readonly pause: (ms: number) => Promise<void>;
};

/** A recovered secret is seen only after some seconds. */
const LOOKS_MS = [0, 1_000, 2_000, 4_000] as const;

export type AzureVault = {
  readonly session: (job: SessionOf) => Vault;
  /** For a host that starts. `requestId` is a UUID that the vault's log will show. */
  readonly forHost: (host: { readonly signal: AbortSignal; readonly requestId: string }) => Vault;
};

/** `address`: `https://{name}.vault.azure.net`, without a slash at its end. */
export function azureVault(parts: ServiceParts, address: string): AzureVault {
  const service = serviceOf(parts, "vault", address);
  const permit = async () => ({ end: () => undefined });
  const within = (context: CallContext): Vault =>
    vault({
      call: caller(service, context),
      scrub: parts.scrub,
      pause: (ms) => pause(parts.clock, ms, context.signal),
    });
  return {
    session: (job) => within(contextOf(parts, "vault", job)),
    forHost: (host) => within({ ...host, permit }),
  };
}

const vault = (client: Client): Vault => ({
  getSecret: async (name) => {
    const found = await ask(client, "GET", "secrets", name);
    return bodyOf(found, SecretBody, vaultSecret);
  },
  setSecret: async (name, held) => {
    const needles = needlesOf([held.value]);
    const scrub: Scrub = (text) => client.scrub(hide(text, needles));
    const body = () => secretBody(held);
    const done = await ask({ ...client, scrub }, "PUT", "secrets", name, { body });
    return done.ok ? ok(undefined) : done;
  },
  deleteSecret: async (name) => {
    const done = await ask(client, "DELETE", "secrets", name);
    return wordOf(done, "deleted");
  },
  findDeleted: async (name) => {
    const found = await ask(client, "GET", "deletedsecrets", name);
    return bodyOf(found, DeletedBody, ({ scheduledPurgeDate }) => ({
      purgedAt: dateOf(scheduledPurgeDate),
    }));
  },
  recoverSecret: async (name) => {
    const done = await ask(client, "POST", "deletedsecrets", name, { action: "/recover" });
    if (done.ok) return ok(undefined);
    return done.error.kind === "not-found" ? recovered(client, name, done.error) : done;
  },
  purgeSecret: async (name) => {
    const done = await ask(client, "DELETE", "deletedsecrets", name);
    return wordOf(done, "purged");
  },
});

/** Nothing is deleted under that name: it is there already, or there never was one. */
async function recovered(
  client: Client,
  name: string,
  absent: TenantFailure,
): Promise<Result<void, TenantFailure>> {
  for (const ms of LOOKS_MS) {
    if (ms > 0) await client.pause(ms);
    const found = await ask(client, "GET", "secrets", name);
    if (found.ok) return ok(undefined);
    if (found.error.kind !== "not-found") return found;
  }
  return fail(absent);
}

const secretBody = ({ value, contentType, expiresAt, tags }: NewVaultSecret) => ({
  value: value.reveal(),
  contentType,
  tags,
  attributes: expiresAt === null ? {} : { exp: Math.floor(expiresAt.getTime() / 1_000) },
});

async function ask(
  { call, scrub }: Client,
  method: CallRequest["method"],
  kind: "secrets" | "deletedsecrets",
  name: string,
  more: { readonly body?: NonNullable<CallRequest["body"]>; readonly action?: string } = {},
): Promise<Result<Answered, TenantFailure>> {
  if (!NAME.test(name)) return fail(badName(name));
  const { body, action = "" } = more;
  const path = `/${kind}/${name}${action}?${API_VERSION}`;
  const bodyPart = body === undefined ? {} : { body };
  const answer = await call({ method, path, repeat: "harmless", ...bodyPart });
  if (!answer.ok || answer.value.status < 300) return answer;
  return fail(failureOf(answer.value, scrub, false));
}

const badName = (name: string): TenantFailure => ({
  kind: "refused",
  status: 0,
  code: "secret-name",
  message: `"${name}" cannot be the name of a secret: letters, digits and hyphens only.`,
});

function bodyOf<Schema extends z.ZodType, Value>(
  answer: Result<Answered, TenantFailure>,
  schema: Schema,
  read: (body: z.output<Schema>) => Value,
): Result<Value | null, TenantFailure> {
  if (!answer.ok) return answer.error.kind === "not-found" ? ok(null) : answer;
  const body = schema.safeParse(answer.value.body);
  return body.success ? ok(read(body.data)) : fail(UNREADABLE);
}

const wordOf = <Word extends string>(
  answer: Result<Answered, TenantFailure>,
  word: Word,
): Result<Word | "absent", TenantFailure> => {
  if (answer.ok) return ok(word);
  return answer.error.kind === "not-found" ? ok("absent") : answer;
};

const UNREADABLE: TenantFailure = {
  kind: "refused",
  status: 200,
  code: "unreadable",
  message: "The vault's answer does not have the shape its documentation gives.",
};

const vaultSecret = (body: z.output<typeof SecretBody>): VaultSecret => ({
  value: secret(body.value),
  version: body.id.split("/").at(-1) ?? "",
  contentType: body.contentType ?? null,
  expiresAt: dateOf(body.attributes?.exp),
});

const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1_000);
