/** A phase is due (M-041, O-006). Whether it is, and whose steps it has, the rows say: the
 *  `memberIds` of the message are a hint, and a repeat finds the phase open (M-083). */
import type { PhaseDue } from "../contract/messages/phase-due.ts";
import type { Handler } from "./handler.ts";

export const onPhaseDue: Handler<PhaseDue> = {
  guard: "state",
  turn: ({ batchId, phaseExecutionId: phaseId, memberIds }, by) => ({
    kind: "input",
    batchId,
    input: { kind: "phase-due", by, phaseId, ...(memberIds === null ? {} : { memberIds }) },
  }),
};
