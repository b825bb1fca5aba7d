/** Who is through with its batch, as the checkers see it: said once more, the store's own question
 *  would be wrong along with the breaker. */
import type { MemberRow } from "../../../../runtime/domain/engine/rows.ts";
import type { BatchRows } from "../../watch/commit.ts";

export function isThrough(
  { phases, executions, ofMember }: BatchRows,
  { id, generation }: MemberRow,
): boolean {
  const own = (ofMember.get(id) ?? []).flatMap((each) => executions.get(each) ?? []);
  const steps = own.filter((row) => row.phaseId !== 0 && row.generation === generation);
  const isPassed = steps.every(({ status, skipped }) => status === "succeeded" || skipped);
  const isToCome = [...phases.values()].some(({ status }) => status === "pending");
  return steps.length > 0 && isPassed && !isToCome;
}

/** Active members of batches that follow the source, for whom everything is done. */
export function throughKeys(batches: Iterable<BatchRows>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const rows of batches) {
    if (rows.batch.isManual || rows.batch.endedAt !== null) continue;
    for (const member of rows.members.values()) {
      if (member.status === "active" && isThrough(rows, member)) keys.add(member.key);
    }
  }
  return keys;
}
