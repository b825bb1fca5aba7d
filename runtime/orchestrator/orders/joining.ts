/** How people join a batch: as new ones, as ones who return, or not at all and why. A key is in one
 *  live batch of a runbook (I2), and a member that another batch is still undoing waits for it
 *  (R36). */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { BatchId } from "../../contract/ids.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { By, Input } from "../../domain/engine/inputs.ts";
import type { BatchRow } from "../../domain/engine/rows.ts";
import type { Variables } from "../../domain/variables.ts";
import type { ListedMember } from "../../store/batches.ts";
import type { StoreFailure } from "../../store/failure.ts";
import type { Desk } from "./desk.ts";
import { sentenceOf } from "./refusals.ts";

export type NewMember = { readonly key: MemberKey; readonly data: Variables };

export type NotJoining = {
  readonly key: MemberKey;
  readonly code: string;
  readonly reason: string;
};

export type Joining =
  | { readonly key: MemberKey; readonly input: Input }
  | { readonly key: MemberKey; readonly not: NotJoining };

/** In the order they were named. */
export async function joiningOf(
  { store }: Desk,
  { id: batchId, runbookName }: Pick<BatchRow, "id" | "runbookName">,
  members: readonly NewMember[],
  by: By,
): Promise<Result<readonly Joining[], StoreFailure>> {
  const keys = members.map(({ key }) => key);
  const holders = await store.batches.holders(runbookName, keys);
  if (!holders.ok) return holders;
  const draining = await store.lookups.draining(runbookName, keys);
  if (!draining.ok) return draining;
  const here = await store.lookups.members(batchId, keys);
  if (!here.ok) return here;
  const known = new Map(here.value.map((member) => [member.key, member]));
  return ok(
    members.map((member): Joining => {
      const { key } = member;
      const holder = holders.value.get(key);
      if (holder !== undefined && holder !== batchId) {
        return { key, not: { key, code: "member-elsewhere", reason: heldBy(holder) } };
      }
      const waitsFor = notItself(draining.value.get(key), batchId);
      return joins(member, known.get(key), waitsFor, by);
    }),
  );
}

export const heldBy = (holder: BatchId): string =>
  `The member is in batch ${holder} of the same runbook. Remove it there first.`;

const notItself = (from: BatchId | undefined, batchId: BatchId): BatchId | null =>
  from === undefined || from === batchId ? null : from;

/** Who is active already is not added twice: the core answers that nothing changed. */
function joins(
  { key, data }: NewMember,
  known: ListedMember | undefined,
  waitsFor: BatchId | null,
  by: By,
): Joining {
  if (known?.status === "failed") {
    const code = "member-failed";
    return { key, not: { key, code, reason: sentenceOf(code) } };
  }
  if (known === undefined || known.status === "active") {
    return { key, input: { kind: "member-added", by, key, data, waitsFor } };
  }
  const { id: memberId, generation } = known;
  const next = generation + 1;
  return {
    key,
    input: { kind: "member-returned", by, memberId, generation: next, data, waitsFor },
  };
}
