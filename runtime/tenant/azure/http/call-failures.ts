/** How a call that came to nothing is told: what the service did, how often it was asked, and
 *  whether anybody may simply ask again. */
import type { ApiFamily, TenantFailure } from "../../failure.ts";
import type { PutOff } from "./permit.ts";

type Asked = {
  readonly family: ApiFamily;
  readonly heard: { readonly trouble: string | null };
};
type Asking = { readonly attempts: number; readonly why: string | null };

const ended = (message: string): TenantFailure => ({
  kind: "unavailable",
  code: "ended",
  message,
});

/** What the service did is told; that its budget held the call back follows from it. */
export function unasked({ family, heard: { trouble } }: Asked, progress: Asking): TenantFailure {
  if (progress.why !== null) return ended(inVain(family, progress.attempts, progress.why));
  return trouble === null
    ? ended(`The job ended before ${family} was asked.`)
    : ended(`${family} is not asked again yet, after its last call came to this: ${trouble}.`);
}

export const tokenless = ({ family }: Asked): TenantFailure =>
  ended(
    `The job ended before ${family} was asked: the authority had not yet given a token for it. ` +
      "It can be tried again; if that goes on, see whether the worker reaches the authority.",
  );

export const unanswered = ({ family }: Asked, { attempts, why }: Asking): TenantFailure =>
  ended(
    why === null
      ? `${family} was asked and did not answer until the time was over.`
      : inVain(family, attempts, why),
  );

const inVain = (family: ApiFamily, attempts: number, why: string): string =>
  `${askedTimes(family, attempts)} without an answer until the time was over: ${why}.`;

const askedTimes = (family: ApiFamily, attempts: number): string =>
  `${family} was asked ${attempts === 1 ? "once" : `${attempts} times`}`;

export const putOff = (
  { family }: Asked,
  attempts: number,
  { why, retryAfterMs }: PutOff,
): TenantFailure => ({
  kind: "throttled",
  api: family,
  retryAfterSec: Math.ceil(retryAfterMs / 1_000),
  attempts,
  message:
    why === "pause"
      ? `${family} has asked this worker to stay away: no call was sent.`
      : `Too many calls wait for ${family}: this one did not have its turn in time.`,
});

export const unknown = ({ family }: Asked, why: string): TenantFailure => ({
  kind: "ambiguous",
  code: "no-answer",
  message: `${family} was asked for a change and did not say whether it made it: ${why}.`,
});

export const strange = ({ family }: Asked): TenantFailure => ({
  kind: "refused",
  status: 0,
  code: "strange-link",
  message: `${family} linked to an address that is not its own; the link was not followed.`,
});

export function givenUp(
  { family }: Asked,
  { throttled, why }: { readonly throttled: boolean; readonly why: string },
  attempts: number,
  waitMs: number,
): TenantFailure {
  const after = askedTimes(family, attempts);
  return throttled
    ? {
        kind: "throttled",
        api: family,
        retryAfterSec: Math.ceil(waitMs / 1_000),
        attempts,
        message: `${after} and still asks to wait (${why}).`,
      }
    : { kind: "unavailable", code: "no-answer", message: `${after} without an answer: ${why}.` };
}
