/** What a connection asks of the broker behind it. A broker that has stopped refuses. */
import { fail } from "../../contract/result.ts";
import type { Unavailable } from "../failure.ts";
import type { Core, Step } from "./core/core.ts";
import type { Wait } from "./waiting-room.ts";

export type Desk = {
  readonly run: <Outcome>(command: (core: Core, now: number) => Step<Outcome>) => Outcome;
  readonly wait: <Answer>(wait: Omit<Wait<Answer>, "until">, waitMs: number) => Promise<Answer>;
  readonly isOpen: () => boolean;
};

const STOPPED: Unavailable = { kind: "unavailable", detail: "the broker has stopped" };

export const REFUSED = fail(STOPPED);
