/** A member taken from a batch by hand; the same input as that of the scheduler (M-093). */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { BatchId, MemberId } from "../../contract/ids.ts";
import { type Asked, type OrderAnswer, refused } from "./answer.ts";
import { byOrder, type Desk, notDone, orderOf } from "./desk.ts";
import { once } from "./once.ts";

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
      // Only commands know the number a screen showed; the core heeds it on any input.
      const still = { ifSeq: asked.ifSeq ?? null };
      const input = { kind: "member-removed", by, memberId, generation, why, ...still } as const;
      return orderOf(desk, batchId, input, kept, { memberId });
    });

const FAILED_STAYS = "The member has failed and takes no part any more; it need not be removed.";
