/** Access tokens in Azure, by Azure's own library: for the application whose certificate the
 *  worker holds, for a managed identity, and for an application that trusts a managed identity
 *  (federation: nothing secret at all). Loaded by deployables only, never by `npm start`.
 *  I1. A question for a token goes to the authority: a credential keeps tokens of its own, also
 *      rejected ones, so each question has a new one. (A managed identity's tokens are kept by
 *      the library for the whole process, and by the machine's endpoint: a rejected one comes
 *      back until it ends.)
 *  I2. A question to Entra that nobody waits for any more is ended: the library sets no limit. (It
 *      lets nobody end one to the machine's own endpoint: that one is merely not waited for.)
 *  I3. Of a failure only codes are told, none of the library's texts. */
import {
  ClientAssertionCredential,
  ClientCertificateCredential,
  type ClientCertificateCredentialOptions,
  ManagedIdentityCredential,
} from "@azure/identity";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type Secret, secret } from "../../contract/secret.ts";
import type { TenantFailure } from "../failure.ts";
import type { AccessToken, RequestToken } from "../tokens.ts";

export type Application = { readonly tenantId: string; readonly clientId: string };
/** Where the library's requests go; the host's default is the network. */
export type IdentityOptions = Pick<ClientCertificateCredentialOptions, "httpClient">;

type Credential = {
  readonly getToken: (
    scope: string,
    options?: { readonly claims?: string; readonly abortSignal?: AbortSignal },
  ) => Promise<{ readonly token: string; readonly expiresOnTimestamp: number } | null>;
};

const FEDERATION_SCOPE = "api://AzureADTokenExchange/.default";

/** `pem`: the private key and the certificate, as `pemOfPkcs12` makes it. */
export const certificateTokens = (
  { tenantId, clientId }: Application,
  pem: Secret,
  options: IdentityOptions = {},
): RequestToken =>
  asking(options, (ending) => {
    const certificate = { certificate: pem.reveal() };
    return new ClientCertificateCredential(tenantId, clientId, certificate, ending);
  });

/** `clientId` of a user-assigned identity; a component has one of its own. */
export const managedIdentityTokens = (
  clientId: string,
  options: IdentityOptions = {},
): RequestToken => asking(options, () => new ManagedIdentityCredential({ clientId, ...options }));

/** The application trusts the managed identity `identityClientId`, by a federated credential. */
export const federatedTokens = (
  { tenantId, clientId }: Application,
  identityClientId: string,
  options: IdentityOptions = {},
): RequestToken => {
  const identity = new ManagedIdentityCredential({ clientId: identityClientId, ...options });
  const assertion = async (): Promise<string> => {
    const { token } = await identity.getToken(FEDERATION_SCOPE);
    return token;
  };
  return asking(
    options,
    (ending) => new ClientAssertionCredential(tenantId, clientId, assertion, ending),
  );
};

const asking =
  (options: IdentityOptions, credential: (ending: LibraryOptions) => Credential): RequestToken =>
  async (scope, claims, signal): Promise<Result<AccessToken, TenantFailure>> => {
    try {
      const answer = await credential(endingWith(options, signal)).getToken(scope, {
        ...(claims === undefined ? {} : { claims }),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      if (answer === null) return fail(unavailable("no token"));
      const expiresAt = new Date(answer.expiresOnTimestamp);
      return ok({ value: secret(answer.token), expiresAt });
    } catch (error) {
      return fail(failureOf(error));
    }
  };

type Policy = NonNullable<LibraryOptions["additionalPolicies"]>[number]["policy"];
type LibraryOptions = Pick<ClientCertificateCredentialOptions, "httpClient" | "additionalPolicies">;

/** The library gives the signal of a question to none of its requests: they are given it here. */
function endingWith(options: IdentityOptions, signal: AbortSignal | undefined): LibraryOptions {
  if (signal === undefined) return options;
  const policy = {
    name: "ends-with-its-question",
    sendRequest: (request, next) => next(Object.assign(request, { abortSignal: signal })),
  } satisfies Policy;
  return { ...options, additionalPolicies: [{ policy, position: "perCall" }] };
}

const unavailable = (why: string): TenantFailure => ({
  kind: "unavailable",
  code: "token",
  message: `The authority gave no token: ${why}.`,
});

/** OAuth's codes for what will not become better by asking again. */
const REFUSALS: ReadonlySet<string> = new Set([
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_resource",
  "invalid_scope",
  "invalid_tenant",
  "unauthorized_client",
]);

/** The library wraps the authority's answer into a sentence that begins with its code. */
function failureOf(error: unknown): TenantFailure {
  const text = error instanceof Error ? error.message : "";
  const code = /^([a-z_]{1,40}):/.exec(text)?.[1] ?? "";
  const number = /\bAADSTS[0-9]{5,7}\b/.exec(text)?.[0];
  if (!REFUSALS.has(code)) return unavailable(number ?? "it could not be asked");
  const message = `The authority refuses a token: ${code} ${number ?? ""}`.trimEnd();
  return { kind: "refused", status: 400, code, message: `${message}.` };
}
