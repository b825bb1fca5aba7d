/** What nothing makes due and a lost word may leave behind:
 *  - members waiting for a batch that is done with them (R36);
 *  - batches that have not heard of the version they should move to (R41);
 *  - batches that wait for a worker which is registered now (R20);
 *  - batches that wait for one which waits for a person, and do not say so. */
import { ok, type Result } from "../contract/result.ts";
import type { By } from "../domain/engine/inputs.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { OpenAttention } from "../store/records.ts";
import { ATTENTION_MAX, blockedItems } from "./blocked-items.ts";
import type { Shell } from "./commit-works.ts";
import { releasedItems } from "./due-items.ts";
import type { Item } from "./engine.ts";

const BY: By = { actor: "engine", cause: "sweep" };

export async function leftBehind(shell: Shell): Promise<Result<readonly Item[], StoreFailure>> {
  const released = await releasedItems(shell.store);
  if (!released.ok) return released;
  const outdated = await outdatedItems(shell);
  if (!outdated.ok) return outdated;
  const open = await shell.store.records.attention(ATTENTION_MAX);
  if (!open.ok) return open;
  const unparked = await unparkedItems(shell, open.value);
  if (!unparked.ok) return unparked;
  const blocked = await blockedItems(shell.store, open.value);
  if (!blocked.ok) return blocked;
  return ok([...released.value, ...outdated.value, ...unparked.value, ...blocked.value]);
}

/** Batches of an older version than the active one of their runbook, unless that one lets
 *  them stay. */
export async function outdatedItems({
  store,
}: Pick<Shell, "store">): Promise<Result<readonly Item[], StoreFailure>> {
  const active = await store.runbooks.allActive();
  if (!active.ok) return active;
  const live = await store.batches.live(null);
  if (!live.ok) return live;
  const byName = new Map(active.value.map((record) => [record.name, record]));
  const items: Item[] = [];
  for (const { batch } of live.value) {
    const record = byName.get(batch.runbookName);
    if (record === undefined || record.version <= batch.version) continue;
    if (batch.finalize !== "waiting" || record.inFlight === "pin") continue;
    const { version, overdue, rerunInit } = record;
    const input = { kind: "version-published", version, overdue, rerunInit, by: BY } as const;
    items.push({ batchId: batch.id, input });
  }
  return ok(items);
}

/** Batches that say they wait for a worker we know. */
export async function registeredItems(
  shell: Shell,
): Promise<Result<readonly Item[], StoreFailure>> {
  const open = await shell.store.records.attention(ATTENTION_MAX);
  return open.ok ? unparkedItems(shell, open.value) : open;
}

/** Mostly nobody waits for a worker; then nothing needs to be known of any. */
async function unparkedItems(
  { catalog }: Shell,
  open: readonly OpenAttention[],
): Promise<Result<readonly Item[], StoreFailure>> {
  const waiting = open.flatMap(({ batchId, subject }) => {
    const prefix = `batch:${batchId}:worker:`;
    if (batchId === 0 || !subject.startsWith(prefix)) return [];
    return [{ batchId, workerId: subject.slice(prefix.length) }];
  });
  if (waiting.length === 0) return ok([]);
  const facts = await catalog.facts();
  if (!facts.ok) return facts;
  const known = waiting.filter(({ workerId }) => facts.value.workers.has(workerId));
  return ok(
    known.map(({ batchId, workerId }) => {
      return { batchId, input: { kind: "worker-registered", workerId, by: BY } };
    }),
  );
}
