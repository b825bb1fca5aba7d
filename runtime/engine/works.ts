/** Items on their way through a commit. What is handed in together is committed together, in
 *  portions: all inputs of one batch in the order they came, several batches in one portion. */
import type { BatchId } from "../contract/ids.ts";
import type { Handled, Item } from "./engine.ts";

/** Most inputs that one commit decides: more would keep the first ones waiting for the last. */
export const INPUTS_PER_COMMIT_MAX = 1_000;

export type Work = {
  readonly item: Item;
  /** Where its answer belongs. */
  readonly index: number;
  /** Why it is not decided any more: deciding it threw. */
  readonly aside: string | null;
};

export type Answers = (Handled | null)[];

export const worksOf = (items: readonly Item[]): readonly Work[] =>
  items.map((item, index) => ({ item, index, aside: null }));

export function portionsOf(
  works: readonly Work[],
  most = INPUTS_PER_COMMIT_MAX,
): readonly (readonly Work[])[] {
  if (works.length <= most) return works.length === 0 ? [] : [works];
  const inOrder = [...byBatch(works).values()].flat();
  const portions: Work[][] = [];
  for (let at = 0; at < inOrder.length; at += most) portions.push(inOrder.slice(at, at + most));
  return portions;
}

export function byBatch(works: readonly Work[]): ReadonlyMap<BatchId, readonly Work[]> {
  const batches = new Map<BatchId, Work[]>();
  for (const work of works) {
    const { batchId } = work.item;
    const known = batches.get(batchId);
    if (known === undefined) batches.set(batchId, [work]);
    else known.push(work);
  }
  return batches;
}
