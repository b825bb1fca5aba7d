/** An open attention row from its cells: subject, batch, reason, actions, when it was opened. */
import type { AttentionRow } from "../../../domain/engine/rows.ts";
import { type Cell, json, plain } from "../columns.ts";

const BATCH = plain<AttentionRow["batchId"]>("batch_id");
const ACTIONS = json<readonly string[]>("actions_json");

export const attentionOf = (cells: readonly Cell[]): AttentionRow => {
  const [subject, batchId = null, reason, actions = null, openedAt] = cells;
  return {
    subject: String(subject),
    batchId: BATCH.read(batchId),
    reason: String(reason),
    actions: ACTIONS.read(actions),
    openedAt: new Date(String(openedAt)),
  };
};
