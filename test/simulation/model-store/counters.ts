/** Ids that are given out once, and keys that only one may have. */

import { refuse } from "../../../runtime/store/sqlite/refuse.ts";
import { type Change, drop, put } from "./change.ts";
import type { Counter, Tables } from "./tables.ts";

/** A unique key is taken by one row; the same row may take it again. */
export function claimKey({ tables, undo }: Change, key: string, id: number): void {
  const holder = tables.unique.get(key);
  if (holder === id) return;
  if (holder !== undefined) refuse({ kind: "conflict", key });
  put(undo, tables.unique, key, id);
}

export function freeKey({ tables, undo }: Change, key: string, id: number): void {
  if (tables.unique.get(key) === id) drop(undo, tables.unique, key);
}

/** The first of so many ids in a row; counting begins at 1. */
export function takeIds({ tables, undo }: Change, counter: Counter, count = 1): number {
  const first = nextId(tables, counter);
  put(undo, tables.counters, counter, first + count);
  return first;
}

export const nextId = ({ counters }: Tables, counter: Counter): number =>
  counters.get(counter) ?? 1;
