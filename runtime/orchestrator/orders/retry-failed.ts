/** All failed members of a batch, or of one of its phases, page by page. Under a key each page
 *  leaves a note in its own commit, so a repeat after a crash goes on behind the last page that
 *  was done, and nobody who failed again meanwhile is retried twice (I16). */
import { createHash } from "node:crypto";
import { type BatchId, MemberId, type PhaseExecutionId } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import type { Item } from "../../engine/engine.ts";
import { type Asked, type OrderAnswer, refused } from "./answer.ts";
import { byOrder, type Desk, type Kept, notDone } from "./desk.ts";
import { keep, once } from "./once.ts";

const PAGE = 500;

export type RetryFailedRequest = {
  readonly batchId: BatchId;
  /** Left out: the whole batch. */
  readonly phaseId?: PhaseExecutionId;
};

export type RetriedMembers = {
  readonly retried: number;
  /** Members that could not be retried now, such as those still being undone. */
  readonly refused: number;
};

export const retryFailed =
  (desk: Desk) =>
  (request: RetryFailedRequest, asked: Asked): Promise<OrderAnswer<RetriedMembers>> =>
    once(desk, asked, { order: "retry-failed", ...request }, async (kept) => {
      const found = await desk.store.batches.read(request.batchId);
      if (!found.ok) return notDone(found.error);
      if (found.value === null) return refused("unknown-batch");
      const { eventSeq, statusReason } = found.value.batch;
      if (asked.ifSeq !== undefined && asked.ifSeq !== eventSeq) return refused("batch-changed");
      if (statusReason !== null) return refused(`batch-${statusReason}`);
      const answer = await retryPages(desk, request, asked, kept);
      desk.wake();
      return keep(desk, kept, answer);
    });

async function retryPages(
  desk: Desk,
  request: RetryFailedRequest,
  asked: Asked,
  kept: Kept | null,
): Promise<OrderAnswer<RetriedMembers>> {
  let after: MemberId | 0 = 0;
  let seq: number | null = null;
  let retried = 0;
  let notRetried = 0;
  for (;;) {
    const page = await nextPage(desk, request, kept, after);
    if (!page.ok) return notDone(page.error);
    const { ids, isDone } = page.value;
    const last = ids.at(-1);
    if (last === undefined) break;
    if (isDone) retried += ids.length;
    else {
      const whom = { members: ids, executions: [] };
      const busy = await desk.store.lookups.busyElsewhere(request.batchId, whom);
      if (!busy.ok) return notDone(busy.error);
      const retries = ids.map((id) => ({ id, waitsFor: busy.value.get(id) ?? null }));
      const items = itemsOf(request, asked, retries, noteOf(kept, after, ids));
      for (const handled of await desk.engine.handle(items)) {
        if (handled.kind === "failed" && handled.failure.kind !== "conflict") {
          return notDone(handled.failure);
        }
        const isRetried = handled.kind === "decided" && handled.verdict === "applied";
        if (handled.kind === "decided") seq = handled.seq;
        if (isRetried) retried += 1;
        else notRetried += 1;
      }
    }
    after = last;
  }
  return ok({ changed: retried > 0, seq, retried, refused: notRetried });
}

/** As it was noted when it was done, or as it is now. */
async function nextPage(
  { store }: Desk,
  { batchId, phaseId }: RetryFailedRequest,
  kept: Kept | null,
  after: MemberId | 0,
) {
  if (kept !== null) {
    const noted = await store.records.recall(kept.actor, noteKey(kept, after));
    if (!noted.ok) return noted;
    if (noted.value !== null) {
      const ids = MemberId.array().parse(JSON.parse(noted.value.response));
      return ok({ ids, isDone: true });
    }
  }
  const failed = await store.lookups.failedMembers(batchId, phaseId ?? 0, after, PAGE);
  return failed.ok ? ok({ ids: failed.value, isDone: false }) : failed;
}

const noteKey = ({ key, requestHash }: Kept, after: MemberId | 0): string => {
  const hash = createHash("sha256")
    .update(JSON.stringify([key, requestHash]))
    .digest("hex");
  return `page ${hash} after ${after}`;
};

const noteOf = (
  kept: Kept | null,
  after: MemberId | 0,
  ids: readonly MemberId[],
): Pick<Item, "answer"> => {
  if (kept === null) return {};
  const key = noteKey(kept, after);
  return { answer: { ...kept, key, respond: () => JSON.stringify(ids) } };
};

/** The note goes with the last of a page, which is one commit unless something in it has to be set
 *  aside; then those before the last are committed no later than the note. */
const itemsOf = (
  { batchId }: RetryFailedRequest,
  asked: Asked,
  retries: readonly { readonly id: MemberId; readonly waitsFor: BatchId | null }[],
  note: Pick<Item, "answer">,
): readonly Item[] => {
  const by = byOrder(asked, "retry-failed");
  return retries.map(({ id: memberId, waitsFor }, index) => ({
    batchId,
    input: { kind: "retry-member", by, ifSeq: null, memberId, waitsFor },
    ...(index === retries.length - 1 ? note : {}),
  }));
};
