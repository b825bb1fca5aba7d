/** Makes executions due that were parked for a cause which is now gone. */
import type { PhaseExecutionId } from "../../contract/ids.ts";
import { asWoken } from "./cancel-row.ts";
import { setExecution } from "./change.ts";
import type { Draft } from "./draft.ts";
import { rowsOf } from "./table.ts";

export function wake(d: Draft, waitingFor: string, phaseId: PhaseExecutionId | null): void {
  for (const row of [...rowsOf(d.executions)]) {
    const isMeant = row.waitingFor === waitingFor && (phaseId === null || row.phaseId === phaseId);
    if (isMeant) setExecution(d, row.id, asWoken(d.now));
  }
  d.bulk.push({ kind: "wake", waitingFor, phaseId, at: d.now, except: [] });
}
