/** Batches beside their life, in SQLite. */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { BatchId } from "../../contract/ids.ts";
import { newBatch } from "../../domain/engine/new-batch.ts";
import type { Batches, FoundBatch, ListedMember, NewBatch } from "../batches.ts";
import { BATCH_COLUMNS } from "../operations/batch/batch-columns.ts";
import { batchWaits } from "../operations/batch/batch-waits.ts";
import { everBatched } from "../operations/batch/ever-batched.ts";
import { findBatch } from "../operations/batch/find-batch.ts";
import { insertBatches } from "../operations/batch/insert-batches.ts";
import { keyHolders } from "../operations/batch/key-holders.ts";
import { listMembers } from "../operations/batch/list-members.ts";
import { liveBatches } from "../operations/batch/live-batches.ts";
import { readBatch } from "../operations/batch/read-batch.ts";
import { waitingMembers } from "../operations/batch/waiting-members.ts";
import { type Cell, plain } from "../operations/columns.ts";
import { cellsOf, rowOf } from "../operations/row-codec.ts";
import { variables } from "../operations/variable-columns.ts";
import type { Access } from "./access.ts";
import { takeId } from "./counters.ts";
import type { Statements } from "./statements.ts";
import { assertLease } from "./transact.ts";

const KEY_AT = BATCH_COLUMNS.length - 1;

const foundOf = (cells: readonly Cell[]): FoundBatch => ({
  batch: rowOf("batches", cells),
  key: String(cells[KEY_AT]),
});

const BATCH_ID = plain<BatchId>("id");
const MEMBER_KEY = plain<MemberKey>("member_key");
const MEMBER_ID = plain<ListedMember["id"]>("id");
const STATUS = plain<ListedMember["status"]>("status");
const WAITS_FOR = plain<ListedMember["waitsFor"]>("waits_for");
const DATA = variables("data_json");

export const memberOf = (cells: readonly Cell[]): ListedMember => {
  const [id = null, key = null, status = null, generation, data = null, waitsFor = null] = cells;
  return {
    id: MEMBER_ID.read(id),
    key: MEMBER_KEY.read(key),
    status: STATUS.read(status),
    generation: Number(generation),
    data: DATA.read(data),
    waitsFor: WAITS_FOR.read(waitsFor),
  };
};

export function batchRows({ statements, writer, now, read }: Access): Batches {
  const first = (rows: readonly Cell[][]): FoundBatch | null =>
    rows[0] === undefined ? null : foundOf(rows[0]);
  return {
    create: (batches, lease) =>
      writer.write(() => {
        const at = now().toISOString();
        if (lease !== undefined) assertLease(statements, lease, at);
        return batches.map((batch) => findOrMake(statements, batch, at));
      }),
    read: (id) => read(() => first(statements.all(readBatch, [id]))),
    find: (name, key) => read(() => first(statements.all(findBatch, [name, key]))),
    live: (name) => read(() => statements.all(liveBatches, [name]).map(foundOf)),
    members: (id, after, most) =>
      read(() => statements.all(listMembers, [id, after, most]).map(memberOf)),
    holders: (name, keys) =>
      read(() => {
        const rows = statements.all(keyHolders, [name, JSON.stringify(keys)]);
        return new Map(
          rows.map(([key = null, id = null]) => [MEMBER_KEY.read(key), BATCH_ID.read(id)]),
        );
      }),
    everBatched: (name, keys) =>
      read(() => {
        const rows = statements.all(everBatched, [name, JSON.stringify(keys)]);
        return new Set(rows.map(([key = null]) => MEMBER_KEY.read(key)));
      }),
    waits: () =>
      read(() =>
        statements.all(batchWaits, []).map(([batch = null, from = null]) => ({
          batchId: BATCH_ID.read(batch),
          from: BATCH_ID.read(from),
        })),
      ),
    waiting: (most) =>
      read(() =>
        statements
          .all(waitingMembers, [most])
          .map(([batch = null, id = null, from = null, next]) => ({
            batchId: BATCH_ID.read(batch),
            memberId: MEMBER_ID.read(id),
            from: BATCH_ID.read(from),
            next: WAITS_FOR.read(next ?? null),
          })),
      ),
  };
}

function findOrMake(
  statements: Statements,
  batch: NewBatch,
  at: string,
): { readonly id: BatchId; readonly made: boolean } {
  const found = statements.all(findBatch, [batch.runbookName, batch.key])[0]?.[0];
  if (found !== undefined) return { id: BATCH_ID.read(found), made: false };
  const id = BATCH_ID.read(takeId(statements, "batch"));
  const cells = cellsOf("batches", newBatch({ ...batch, id }));
  statements.run(insertBatches, [...cells, batch.key, 0, at, batch.createdBy]);
  return { id, made: true };
}
