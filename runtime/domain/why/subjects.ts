/** What reasons are about, with the names people know them by. */
import type { MemberId } from "../../contract/ids.ts";
import type { PhaseRow } from "../engine/rows.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { planStep } from "./look.ts";
import type { Subject } from "./reason.ts";

export const stepName = (facts: Facts, row: SeenStep): string =>
  planStep(facts, row)?.name ?? `${row.kind} ${row.stepIndex + 1}`;

export const batchSubject = ({ batch }: Facts): Subject => ({
  kind: "batch",
  batchId: batch.id,
  name: batch.runbookName,
});
export const phaseSubject = ({ id, batchId, name }: PhaseRow): Subject => ({
  kind: "phase",
  batchId,
  id,
  name,
});
export const memberSubject = ({ batch, members }: Facts, id: MemberId): Subject => ({
  kind: "member",
  batchId: batch.id,
  id,
  name: members.get(id)?.key ?? `member ${id}`,
});
export const stepSubjectOf = (facts: Facts, row: SeenStep): Subject => ({
  kind: "step",
  batchId: row.batchId,
  id: row.id,
  name: stepName(facts, row),
});
