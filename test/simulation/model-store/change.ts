/** Changes to the model's rows, each with the way back. A commit that is refused half way is
 *  taken back whole. */
import { fail, ok, type Result } from "../../../runtime/contract/result.ts";
import type { CommitFailure } from "../../../runtime/store/failure.ts";
import { refusalIn } from "../../../runtime/store/sqlite/refuse.ts";
import type { Tables } from "./tables.ts";

/** Everything changed so far in this commit, to be taken back from the end. */
export type Undo = (() => void)[];

export type Change = { readonly tables: Tables; readonly undo: Undo; readonly now: Date };

/** All of it or nothing; a bug is thrown on, and nothing of it stays either. */
export function attempt<Value>(
  tables: Tables,
  now: Date,
  work: (change: Change) => Value,
): Result<Value, CommitFailure> {
  const undo: Undo = [];
  try {
    return ok(work({ tables, undo, now }));
  } catch (error) {
    for (const back of undo.reverse()) back();
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    return fail(refusal);
  }
}

export function put<Key, Row>(undo: Undo, rows: Map<Key, Row>, key: Key, row: Row): void {
  const old = rows.get(key);
  rows.set(key, row);
  undo.push(() => {
    if (old === undefined) rows.delete(key);
    else rows.set(key, old);
  });
}

export function drop<Key, Row>(undo: Undo, rows: Map<Key, Row>, key: Key): void {
  const old = rows.get(key);
  if (old === undefined) return;
  rows.delete(key);
  undo.push(() => rows.set(key, old));
}

export function append<Row>(undo: Undo, rows: Row[], row: Row): void {
  rows.push(row);
  undo.push(() => rows.pop());
}
