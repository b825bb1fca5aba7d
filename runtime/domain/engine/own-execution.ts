/** An execution that a draft may change. Where its member's rows are listed, the copy takes the
 *  place of what was shown, so that whoever goes through the list sees it as it is now. */
import type { StepExecutionId } from "../../contract/ids.ts";
import { type Draft, rowsOfMember } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { type Own, ownRow } from "./own-row.ts";

export function ownExecution(d: Draft, id: StepExecutionId): Own<ExecutionRow> {
  const known = d.executions.changed.get(id);
  if (known !== undefined) return known;
  const shown = d.executions.shown.get(id);
  const copy = ownRow(d.executions, id);
  const rows = rowsOfMember(d, copy.memberId);
  const at = shown === undefined ? -1 : rows.indexOf(shown);
  if (at < 0) throw new Error(`execution ${id} is not among those of its member`);
  rows[at] = copy;
  return copy;
}
