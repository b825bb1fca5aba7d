/** What a connection asks of the broker behind it. A broker that has stopped refuses.
 *  `run` changes the broker at once; nobody outside may know before `kept` has answered. */
import { fail } from "../../contract/result.ts";
import type { Unavailable } from "../failure.ts";
import type { Core, Step } from "./core/core.ts";
import type { Wait } from "./waiting-room.ts";

export type Desk = {
  readonly run: <Outcome>(command: (core: Core, now: number) => Step<Outcome>) => Outcome;
  /** The answer once all that was run before this call can no longer be lost, else `lost`. */
  readonly kept: <Answer>(answer: Answer, lost: Answer) => Promise<Answer>;
  /** For a host whose every effect is in the same journal, and so in the commit that keeps what it
   *  was given, or in a later one: it may know at once. */
  readonly ahead: <Answer>(answer: Answer) => Promise<Answer>;
  readonly wait: <Answer>(wait: Omit<Wait<Answer>, "until">, waitMs: number) => Promise<Answer>;
  readonly isOpen: () => boolean;
};

const STOPPED: Unavailable = { kind: "unavailable", detail: "the broker has stopped" };
const LOST: Unavailable = { kind: "unavailable", detail: "the broker could not keep it" };

export const REFUSED = fail(STOPPED);
export const NOT_KEPT = fail(LOST);
