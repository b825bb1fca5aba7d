/** A source whose trouble can be told to anybody: services quote what they are sent, and what a
 *  source says goes to people, pages, logs and the database. All sources of a host go through here.
 *  Y1. No failure has what the source was given to sign in with, in any form in which programs
 *      write it, nor what looks like a secret.
 *  Y2. A reason is cut only after secrets are out of it: what a cut leaves of one is not found. */
import { fail, ok, type Result } from "../contract/result.ts";
import { type Scrubber, scrubber } from "../contract/secret-scrubber.ts";
import type { SourceFailure } from "./failure.ts";
import type { Reading, Source, SourceEnd, SourcePage } from "./source.ts";

const REASON_CHARS_MAX = 1_000;
/** As much is looked through; behind that a secret may have been cut, so the last of it goes. */
const READ_CHARS_MAX = 64 * 1_024;
const CUT_CHARS = 1_024;

type Tell = (text: string) => string;

/** `know`: to be told every secret that the source is given. */
export function quietSource(make: (know: Scrubber["know"]) => Source): Source {
  const { know, scrub } = scrubber();
  const source = make(know);
  const tell: Tell = (text) => {
    const read = scrub(text.slice(0, READ_CHARS_MAX));
    const whole = text.length > READ_CHARS_MAX ? read.slice(0, -CUT_CHARS) : read;
    return whole.length > REASON_CHARS_MAX ? `${whole.slice(0, REASON_CHARS_MAX)}…` : whole;
  };
  return {
    ask: async (question) => {
      const reading = await source.ask(question);
      return reading.ok ? ok(quietReading(reading.value, tell)) : fail(told(reading.error, tell));
    },
  };
}

const quietReading = (reading: Reading, tell: Tell): Reading => ({
  ...reading,
  next: async (): Promise<Result<SourcePage, SourceFailure>> => {
    const page = await reading.next();
    if (!page.ok) return fail(told(page.error, tell));
    const { rows, end } = page.value;
    return ok({ rows, end: end === null ? null : ended(end, tell) });
  },
});

const ended = (end: SourceEnd, tell: Tell): SourceEnd =>
  end.complete ? end : { complete: false, why: tell(end.why) };

function told(failure: SourceFailure, tell: Tell): SourceFailure {
  switch (failure.kind) {
    case "refused":
    case "unavailable":
      return { ...failure, reason: tell(failure.reason) };
    // Whoever takes the name for a place of connection strings puts one there.
    case "unknown-connection":
      return { ...failure, name: tell(failure.name) };
    case "no-adapter":
    case "timed-out":
      return failure;
  }
}
