/** A batch that waits for another which waits for a person is as stuck as that one, and says so
 *  until it no longer is. Only causes count, not what others say for the same reason: two batches
 *  that wait for each other would else never fall silent. */
import type { Settlement } from "../bus/lock.ts";
import { BatchId } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import type { By } from "../domain/engine/inputs.ts";
import { waitsSubject } from "../domain/engine/on-member-joins.ts";
import type { Wait } from "../store/batches.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { OpenAttention } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Item } from "./engine.ts";

/** Open attention that one look goes through. */
export const ATTENTION_MAX = 10_000;

const BY: By = { actor: "engine", cause: "sweep" };
const TOLD = /^batch:([1-9][0-9]*):waits-for:([1-9][0-9]*)$/;

export async function blockedItems(
  store: Store<Settlement>,
  open: readonly OpenAttention[],
): Promise<Result<readonly Item[], StoreFailure>> {
  if (open.length === 0) return ok([]);
  const waits = await store.batches.waits();
  if (!waits.ok) return waits;
  const told = new Set(open.flatMap(({ subject }) => (TOLD.test(subject) ? [subject] : [])));
  const causes = open.filter(({ subject }) => !told.has(subject));
  const stuck = stuckBatches(
    waits.value,
    causes.flatMap(({ batchId }) => (batchId === 0 ? [] : [batchId])),
  );
  const items: Item[] = [];
  const still = new Set<string>();
  for (const { batchId, from } of waits.value) {
    if (!stuck.has(from)) continue;
    const subject = waitsSubject(batchId, from);
    still.add(subject);
    if (!told.has(subject)) items.push(itemOf(batchId, from, true));
  }
  for (const { batchId, subject } of open) {
    const from = still.has(subject) ? null : fromOf(subject);
    if (from !== null && batchId !== 0) items.push(itemOf(batchId, from, false));
  }
  return ok(items);
}

/** Those who need a person, and whoever waits for one of them, and so on. */
function stuckBatches(waits: readonly Wait[], causes: readonly BatchId[]): ReadonlySet<BatchId> {
  const stuck = new Set(causes);
  for (let before = -1; before < stuck.size; ) {
    before = stuck.size;
    for (const { batchId, from } of waits) if (stuck.has(from)) stuck.add(batchId);
  }
  return stuck;
}

const itemOf = (batchId: BatchId, from: BatchId, needsPerson: boolean): Item => ({
  batchId,
  input: { kind: "waits-for", from, needsPerson, by: BY },
});

function fromOf(subject: string): BatchId | null {
  const said = TOLD.exec(subject)?.[2];
  return said === undefined ? null : BatchId.parse(Number(said));
}
