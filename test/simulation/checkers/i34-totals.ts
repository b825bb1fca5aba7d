/** I34, as far as the engine has it: what a batch says of its members and jobs is what its rows
 *  say. */
import type { Checker, Violate } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { isHolding, isUndoing } from "../watch/rows.ts";

function recount({ batch, members, executions }: BatchRows, violate: Violate): void {
  let active = 0;
  let failed = 0;
  for (const { status } of members.values()) {
    if (status === "active") active += 1;
    if (status === "failed") failed += 1;
  }
  let out = 0;
  let undoing = 0;
  for (const row of executions.values()) {
    if (row.outstanding) out += 1;
    if (isUndoing(row) && isHolding(row)) undoing += 1;
  }
  const said = [batch.activeMembers, batch.failedMembers, batch.inFlight, batch.compensations];
  const counted = [active, failed, out, undoing];
  if (said.join() !== counted.join())
    violate(`batch ${batch.id} says ${said}, there are ${counted}`);
}

export const totalsAgree: Checker = {
  id: "I34",
  open: (_scene, violate) => ({
    onCommit: ({ rows }) => recount(rows, violate),
  }),
};
