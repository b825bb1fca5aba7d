/** Members added to or taken from a batch by hand; the same inputs as those of the scheduler
 *  (M-093). A key is in one live batch of a runbook (I2), and a member that another batch is still
 *  undoing waits for it (R36). */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { BatchId, MemberId } from "../../contract/ids.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { By, Input } from "../../domain/engine/inputs.ts";
import type { Variables } from "../../domain/variables.ts";
import type { ListedMember } from "../../store/batches.ts";
import type { StoreFailure } from "../../store/failure.ts";
import { type Asked, type OrderAnswer, refused } from "./answer.ts";
import { byOrder, type Desk, notDone, once, orderOf } from "./desk.ts";

export type AddRequest = {
  readonly batchId: BatchId;
  readonly key: MemberKey;
  readonly data: Variables;
};

export const addMember =
  (desk: Desk) =>
  (request: AddRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "add-member", ...request }, async (kept) => {
      const { batchId } = request;
      const joining = await joiningOf(desk, request, byOrder(asked, "add-member"));
      if (!joining.ok) return notDone(joining.error);
      const input = joining.value;
      if ("refused" in input) return refused(input.refused, input.reason);
      return orderOf(desk, batchId, ifStill(input, asked), kept, {});
    });

/** Only commands know the number a screen showed; the core heeds it on any input. */
const ifStill = (input: Input, asked: Asked): Input => ({
  ...input,
  ...{ ifSeq: asked.ifSeq ?? null },
});

type Joining = Input | { readonly refused: string; readonly reason?: string };

async function joiningOf(
  { store }: Desk,
  { batchId, key, data }: AddRequest,
  by: By,
): Promise<Result<Joining, StoreFailure>> {
  const found = await store.batches.read(batchId);
  if (!found.ok) return found;
  if (found.value === null) return ok({ refused: "unknown-batch" });
  const { runbookName } = found.value.batch;
  const holders = await store.batches.holders(runbookName, [key]);
  if (!holders.ok) return holders;
  const holder = holders.value.get(key);
  if (holder !== undefined && holder !== batchId) {
    return ok({ refused: "member-elsewhere", reason: heldBy(holder) });
  }
  const draining = await store.lookups.draining(runbookName, [key]);
  if (!draining.ok) return draining;
  const waitsFor = notItself(draining.value.get(key), batchId);
  const here = await store.lookups.members(batchId, [key]);
  if (!here.ok) return here;
  const [member] = here.value;
  if (member === undefined) return ok({ kind: "member-added", by, key, data, waitsFor });
  return ok(returning(member, data, waitsFor, by));
}

export const heldBy = (holder: BatchId): string =>
  `The member is in batch ${holder} of the same runbook. Remove it there first.`;

const notItself = (from: BatchId | undefined, batchId: BatchId): BatchId | null =>
  from === undefined || from === batchId ? null : from;

/** Who is active already is not added twice: the core answers that nothing changed. */
function returning(
  member: ListedMember,
  data: Variables,
  waitsFor: BatchId | null,
  by: By,
): Joining {
  const { id: memberId, key, generation, status } = member;
  if (status === "failed") return { refused: "member-failed" };
  if (status === "active") return { kind: "member-added", by, key, data, waitsFor };
  const next = generation + 1;
  return { kind: "member-returned", by, memberId, generation: next, data, waitsFor };
}

export type RemoveRequest = { readonly batchId: BatchId; readonly key: MemberKey };

/** What is open is cancelled, a job that is out awaited, then the removal's steps run (M-081). */
export const removeMember =
  (desk: Desk) =>
  (
    request: RemoveRequest,
    asked: Asked,
  ): Promise<OrderAnswer<{ readonly memberId: MemberId | null }>> =>
    once(desk, asked, { order: "remove-member", ...request }, async (kept) => {
      const { batchId, key } = request;
      const here = await desk.store.lookups.members(batchId, [key]);
      if (!here.ok) return notDone(here.error);
      const [member] = here.value;
      if (member === undefined) return refused("unknown-member");
      if (member.status === "failed") return refused("member-has-failed", FAILED_STAYS);
      const { id: memberId, generation } = member;
      const by = byOrder(asked, "remove-member");
      const why = "removed_by_operator" as const;
      const input = { kind: "member-removed", by, memberId, generation, why } as const;
      return orderOf(desk, batchId, ifStill(input, asked), kept, { memberId });
    });

const FAILED_STAYS = "The member has failed and takes no part any more; it need not be removed.";
