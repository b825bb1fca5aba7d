/** I1: when all is calm, whatever has not ended waits for something that will come: a due time, a
 *  job that is out, or a person who has been asked. For a worker nobody waits: all are known by
 *  then (R20). */
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker, Violate } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { executionsOf, isHolding, told } from "../watch/rows.ts";

const isWaited = (rows: BatchRows, waitingFor: string | null): boolean =>
  waitingFor === "paused" ||
  waitingFor === "barrier" ||
  waitingFor === "member" ||
  (waitingFor !== null && rows.slots.get(waitingFor)?.waiting === true);

function forgotten(rows: BatchRows, memberId: MemberRow["id"] | 0): string | null {
  const own = executionsOf(rows, memberId).filter(isHolding);
  const moves = own.some(
    (row) => row.dueAt !== null || row.outstanding || row.held || isWaited(rows, row.waitingFor),
  );
  const [first] = own;
  return first === undefined || moves ? null : told(first);
}

function lookAt(rows: BatchRows, violate: Violate): void {
  const { batch, members, attention, phases } = rows;
  for (const member of [...members.values(), null]) {
    if (member !== null && member.waitsFor !== null) continue;
    const row = forgotten(rows, member?.id ?? 0);
    if (row !== null) violate(`nothing will ever move ${row} of batch ${batch.id}`);
  }
  for (const row of rows.executions.values()) {
    const isAsked = !row.held || attention.has(`step:${row.id}`);
    if (!isAsked) violate(`${told(row)} is held and nobody was asked`);
  }
  if (!isLiveBatch(batch.status) || batch.isManual) return;
  const open = [...phases.values()].some(
    ({ status }) => status === "pending" || status === "dispatched",
  );
  const busy = batch.compensations > 0 || batch.lateExecutions > 0 || batch.finalize === "running";
  const inInit = batch.status === "init_dispatched" || batch.status === "detected";
  if (!open && !busy && !inInit)
    violate(`batch ${batch.id} has nothing left and is ${batch.status}`);
}

export const nothingForgotten: Checker = {
  id: "I1",
  open: (_scene, violate) => ({
    onEnd: ({ batches, isCalm, unbegun }) => {
      if (!isCalm) return;
      for (const rows of batches) lookAt(rows, violate);
      for (const id of unbegun) violate(`batch ${id} was found and never begun`);
    },
  }),
};
