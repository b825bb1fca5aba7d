/** Access tokens for a tenant's services, as a port, and the one way in which they are kept:
 *  A1. A new token is asked for some minutes before the old one ends, and the old one is used
 *      meanwhile: a worker may live for weeks, and an authority may be away for a while.
 *  A2. Many who need a token at once ask for it once.
 *  A3. A token that a service rejected is not handed out again; whoever was rejected with an
 *      older one gets the newer one without asking.
 *  A4. Claims that a service asks for reach the authority: neither a token without them nor a
 *      question without them that is under way will do instead.
 *  A5. A question has a limit: one that was not answered by then is given up, with all who wait for
 *      it, and the next who needs a token asks anew. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { Secret } from "../contract/secret.ts";
import type { Clock } from "../time/clock.ts";
import { unlessEnded } from "../time/pause.ts";
import type { TenantFailure } from "./failure.ts";

export type AccessToken = { readonly value: Secret; readonly expiresAt: Date };

/** Asks the authority once; scopes are spelled as in `https://graph.microsoft.com/.default`.
 *  `claims`: what a service wants to see in the token, as JSON. `signal`: when nobody waits for the
 *  answer any more. */
export type RequestToken = (
  scope: string,
  claims?: string,
  signal?: AbortSignal,
) => Promise<Result<AccessToken, TenantFailure>>;

/** The token with which a service just answered 401, and the claims it asked for instead. */
export type Rejected = { readonly token: Secret; readonly claims?: string };

export type TokenSource = {
  readonly token: (scope: string, rejected?: Rejected) => Promise<Result<Secret, TenantFailure>>;
};

/** From here on a new one is asked for, beside the calls that still use the old one. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** Clocks differ, and a call that begins now must end before its token does. */
const LAST_MS = 2 * 60_000;
/** An authority that fails is not asked for each of many calls. */
const ASK_AGAIN_MS = 10_000;
/** An authority that has not answered by then has lost the question. */
const ANSWER_MS_MAX = 60_000;

type Claims = string | undefined;
type Asking = {
  readonly claims: Claims;
  readonly answer: Promise<Result<Secret, TenantFailure>>;
};
type Held = {
  readonly current: AccessToken | null;
  /** What the current one was asked for with. */
  readonly claims: Claims;
  readonly asking: Asking | null;
  /** Counts questions: a later answer to an earlier one says nothing new. */
  readonly turn: number;
  readonly askedMs: number;
};
const NOTHING: Held = {
  current: null,
  claims: undefined,
  asking: null,
  turn: 0,
  askedMs: Number.NEGATIVE_INFINITY,
};

/** `know`: told every token that is had, so that a scrubber can take it out of texts. */
export function keptTokens(
  request: RequestToken,
  clock: Clock,
  know: (name: string, token: Secret) => void = () => undefined,
): TokenSource {
  const held = new Map<string, Held>();
  const nowMs = (): number => clock.now().getTime();

  const begin = (scope: string, kept: Held, claims: Claims) => {
    const turn = kept.turn + 1;
    const answer = asked(request, clock, scope, claims).then((token) => {
      if (token.ok) know(`token ${scope}`, token.value.value);
      const now = held.get(scope) ?? NOTHING;
      if (now.turn === turn) {
        const got = token.ok ? { current: token.value, claims, askedMs: nowMs() } : {};
        held.set(scope, { ...now, ...got, asking: null });
      }
      return token.ok ? ok(token.value.value) : token;
    });
    held.set(scope, { ...kept, asking: { claims, answer }, turn, askedMs: nowMs() });
    return answer;
  };

  return {
    token: (scope, rejected) => {
      const kept = held.get(scope) ?? NOTHING;
      const value = unlessRejected(kept, rejected);
      const endsMs = (kept.current?.expiresAt.getTime() ?? 0) - nowMs();
      if (value !== null && endsMs > LAST_MS) {
        const isDue = endsMs <= RENEW_BEFORE_MS && nowMs() - kept.askedMs >= ASK_AGAIN_MS;
        if (isDue && kept.asking === null) void begin(scope, kept, undefined);
        return Promise.resolve(ok(value));
      }
      const { asking } = kept;
      const answers = asking !== null && has(asking, rejected);
      return answers ? asking.answer : begin(scope, kept, rejected?.claims);
    },
  };
}

/** A bug of who asks is no token either, and neither is silence. */
async function asked(
  request: RequestToken,
  clock: Clock,
  scope: string,
  claims: Claims,
): Promise<Result<AccessToken, TenantFailure>> {
  const over = new AbortController();
  const deadline = new Date(clock.now().getTime() + ANSWER_MS_MAX);
  const cancel = clock.at(deadline, () => over.abort());
  try {
    const answer = await unlessEnded(request(scope, claims, over.signal), over.signal);
    return answer ?? fail(noToken(silence(scope)));
  } catch {
    return fail(noToken("The authority's answer could not be read."));
  } finally {
    cancel();
  }
}

const silence = (scope: string): string =>
  `The authority did not answer within ${ANSWER_MS_MAX / 1_000} seconds when asked for a token ` +
  `for ${scope}; it is asked again, and who sees this often looks whether the way to it is open.`;

/** Whether it is asked for with the claims that the rejection wants. */
const has = ({ claims }: { readonly claims: Claims }, rejected: Rejected | undefined): boolean =>
  rejected?.claims === undefined || claims === rejected.claims;

function unlessRejected(kept: Held, rejected: Rejected | undefined): Secret | null {
  const value = kept.current?.value ?? null;
  return value?.reveal() === rejected?.token.reveal() || !has(kept, rejected) ? null : value;
}

const noToken = (message: string): TenantFailure => ({
  kind: "unavailable",
  code: "token",
  message,
});
