/** Works off the agenda until nothing is left to do: members first, then phases, then the batch.
 *  Everything that follows from an input has then been decided with it (R01). */
import { progressWhole } from "./batch-progress.ts";
import type { Draft } from "./draft.ts";
import { progressPhase } from "./phase-progress.ts";
import { progress } from "./progress.ts";

export function settle(d: Draft): void {
  const { agenda } = d;
  while (agenda.members.size > 0 || agenda.phases.size > 0 || agenda.batch) {
    for (const memberId of agenda.members) {
      agenda.members.delete(memberId);
      progress(d, memberId);
    }
    for (const phaseId of agenda.phases) {
      agenda.phases.delete(phaseId);
      progressPhase(d, phaseId);
    }
    if (agenda.members.size > 0 || !agenda.batch) continue;
    agenda.batch = false;
    progressWhole(d);
  }
}
