/** Rows that must be looked at, as items: what is due by the store's clock, and members whose
 *  wait for another batch is over. */
import type { Settlement } from "../bus/lock.ts";
import { ok, type Result } from "../contract/result.ts";
import type { By } from "../domain/engine/inputs.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import type { Item } from "./engine.ts";
import { INPUTS_PER_COMMIT_MAX } from "./works.ts";

/** Phases and slots of one page: each may lead to many rows. */
const WHOLES_PER_PAGE_MAX = 100;

const BY: By = { actor: "engine", cause: "sweep" };

export type DuePage = {
  readonly items: readonly Item[];
  /** A page was full: there may be more. */
  readonly more: boolean;
};

export async function dueItems(store: Store<Settlement>): Promise<Result<DuePage, StoreFailure>> {
  const phases = await store.due.phases(WHOLES_PER_PAGE_MAX);
  if (!phases.ok) return phases;
  const slots = await store.due.slots(WHOLES_PER_PAGE_MAX);
  if (!slots.ok) return slots;
  const executions = await store.due.executions(INPUTS_PER_COMMIT_MAX);
  if (!executions.ok) return executions;
  const items: Item[] = [];
  for (const { batchId, id: phaseId } of phases.value) {
    items.push({ batchId, input: { kind: "phase-due", phaseId, by: BY } });
  }
  for (const { batchId, key } of slots.value) {
    items.push({ batchId, input: { kind: "slot-due", key, by: BY } });
  }
  for (const { batchId, id: executionId } of executions.value) {
    items.push({ batchId, input: { kind: "timer", executionId, by: BY } });
  }
  const more =
    executions.value.length === INPUTS_PER_COMMIT_MAX ||
    Math.max(phases.value.length, slots.value.length) === WHOLES_PER_PAGE_MAX;
  return ok({ items, more });
}

export async function releasedItems(
  store: Store<Settlement>,
): Promise<Result<readonly Item[], StoreFailure>> {
  const waiting = await store.batches.waiting(INPUTS_PER_COMMIT_MAX);
  if (!waiting.ok) return waiting;
  return ok(
    waiting.value.map(({ batchId, memberId, from, next }) => {
      const input = { kind: "member-released", memberId, from, waitsFor: next, by: BY } as const;
      return { batchId, input };
    }),
  );
}
