/** An item that could not be committed by itself. When that is because its request was answered
 *  before (a commit whose outcome nobody heard, or the same request twice at once), it is a
 *  duplicate, and the answer given then stands (R06, R17). Its message is settled, too: left to
 *  itself it would come again, and use up a delivery each time.
 *  A store that is away while this is asked says nothing of the item: then that is the failure,
 *  and not the conflict, which would sooner or later be taken for the item's own (R28, I21). */
import type { MessageLock, Settlement } from "../bus/lock.ts";
import { ok, type Result } from "../contract/result.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import type { Handled, Item } from "./engine.ts";

export async function repeatedAnswer(
  store: Store<Settlement>,
  { batchId, answer, lock }: Item,
  failure: CommitFailure,
): Promise<Handled> {
  const failed: Handled = { kind: "failed", failure };
  if (failure.kind !== "conflict" || answer === undefined) return failed;
  const known = await store.records.recall(answer.actor, answer.key);
  if (!known.ok) return { kind: "failed", failure: known.error };
  if (known.value?.requestHash !== answer.requestHash) return failed;
  const batch = await store.batches.read(batchId);
  if (!batch.ok) return { kind: "failed", failure: batch.error };
  if (batch.value === null) return failed;
  const settled = lock === undefined ? ok(undefined) : await complete(store, lock);
  if (!settled.ok) return { kind: "failed", failure: settled.error };
  return { kind: "decided", verdict: "duplicate", seq: batch.value.batch.eventSeq };
}

/** Where that fails, its caller has the message in hand still and tries again. */
function complete(
  store: Store<Settlement>,
  lock: MessageLock,
): Promise<Result<unknown, CommitFailure>> {
  const nothing = { writes: [], publish: [], remember: [], consumed: [], sent: [] };
  return store.transact({ batches: new Map() }, ({ nextIds }) => {
    return { ...nothing, nextIds, settle: [{ kind: "complete", lock }] };
  });
}
