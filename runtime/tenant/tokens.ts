/** Access tokens for a tenant's services, as a port, and the one way in which they are kept:
 *  A1. A token is used until shortly before it ends, then asked for anew: a worker may live for
 *      weeks.
 *  A2. Many who need a token at once ask for it once.
 *  A3. A token that a service rejected is not handed out again; whoever was rejected with an
 *      older one gets the newer one without asking. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { Secret } from "../contract/secret.ts";
import type { Clock } from "../time/clock.ts";
import type { TenantFailure } from "./failure.ts";

export type AccessToken = { readonly value: Secret; readonly expiresAt: Date };

/** Asks the authority once; scopes are spelled as in `https://graph.microsoft.com/.default`. */
export type RequestToken = (scope: string) => Promise<Result<AccessToken, TenantFailure>>;

export type TokenSource = {
  /** `rejected`: the token with which a service just answered 401. */
  readonly token: (scope: string, rejected?: Secret) => Promise<Result<Secret, TenantFailure>>;
};

/** Clocks differ, and a call that begins now must end before its token does. */
const RENEW_BEFORE_MS = 5 * 60_000;

type Held = {
  readonly current: AccessToken | null;
  readonly asking: Promise<Result<Secret, TenantFailure>> | null;
};
const NOTHING: Held = { current: null, asking: null };

/** `know`: told every token that is had, so that a scrubber can take it out of texts. */
export function keptTokens(
  request: RequestToken,
  clock: Clock,
  know: (name: string, token: Secret) => void = () => undefined,
): TokenSource {
  const held = new Map<string, Held>();

  const ask = async (scope: string): Promise<Result<Secret, TenantFailure>> => {
    try {
      const answer = await request(scope);
      if (!answer.ok) return answer;
      know(`token ${scope}`, answer.value.value);
      held.set(scope, { current: answer.value, asking: null });
      return ok(answer.value.value);
    } catch {
      return fail(noToken("The authority's answer could not be read."));
    } finally {
      const { current } = held.get(scope) ?? NOTHING;
      held.set(scope, { current, asking: null });
    }
  };

  const usable = ({ current }: Held, rejected: Secret | undefined): Secret | null => {
    if (current === null || current.value.reveal() === rejected?.reveal()) return null;
    const endsMs = current.expiresAt.getTime() - clock.now().getTime();
    return endsMs > RENEW_BEFORE_MS ? current.value : null;
  };

  return {
    token: (scope, rejected) => {
      const kept = held.get(scope) ?? NOTHING;
      const value = usable(kept, rejected);
      if (value !== null) return Promise.resolve(ok(value));
      if (kept.asking !== null) return kept.asking;
      const asking = ask(scope);
      held.set(scope, { current: kept.current, asking });
      return asking;
    },
  };
}

const noToken = (message: string): TenantFailure => ({
  kind: "unavailable",
  code: "token",
  message,
});
