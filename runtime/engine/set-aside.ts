/** The note that takes the place of an input which cannot be decided: in its batch somebody is
 *  told, and the row it was about is left alone for a while. */
import { LIMITS } from "../contract/limits.ts";
import type { Input, InputOf } from "../domain/engine/inputs.ts";

export const asideOf = (input: Input, reason: string): InputOf<"set-aside"> => ({
  kind: "set-aside",
  by: input.by,
  what: `${input.kind}:${subjectOf(input)}`,
  timerOf: input.kind === "timer" ? input.executionId : null,
  reason: reason.slice(0, LIMITS.descriptionChars),
});

/** What the same input has in common with itself when it comes again. */
function subjectOf(input: Input): string {
  if (input.kind === "worker-result") return input.result.jobId;
  if ("executionId" in input) return String(input.executionId);
  if ("memberId" in input) return String(input.memberId);
  if ("phaseId" in input) return String(input.phaseId);
  return "key" in input ? input.key : input.by.cause;
}
