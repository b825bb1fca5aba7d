/** The journal of an embedded broker, in the store's database and in its commits: segments of
 *  records, which are text to the store, in the order in which they were written. */

import { sql } from "kysely";
import type { Result } from "../../contract/result.ts";
import type { CommitFailure } from "../failure.ts";
import type { Operation } from "../operations/operation.ts";
import { arg } from "../operations/operation.ts";
import type { Statements } from "./statements.ts";
import type { Writer } from "./writer.ts";

export type Segment = { readonly id: number; readonly records: string };

export type Journal = {
  /** Durable when it answers; shares a commit with whatever else is written in this turn. */
  readonly append: (records: string) => Promise<Result<number, CommitFailure>>;
  /** Only from within a work of the writer. */
  readonly appendWithin: (records: string) => number;
  readonly read: () => readonly Segment[];
  /** Puts one segment in the place of all up to `through`: the same broker in fewer records. */
  readonly compact: (through: number, records: string) => Promise<Result<void, CommitFailure>>;
};

const appendSegment: Operation = {
  name: "append segment",
  takes: ["records"],
  build: () => sql`insert into bus_journal (records) values (${arg("records")}) returning id`,
};
const readSegments: Operation = {
  name: "read segments",
  takes: [],
  build: () => sql`select id, records from bus_journal order by id`,
};
const deleteBefore: Operation = {
  name: "delete segments",
  takes: ["through"],
  build: () => sql`delete from bus_journal where id < ${arg("through")}`,
};
const replaceSegment: Operation = {
  name: "replace segment",
  takes: ["records", "through"],
  build: () => sql`update bus_journal set records = ${arg("records")} where id = ${arg("through")}`,
};

export function openJournal(statements: Statements, writer: Writer): Journal {
  const appendWithin = (records: string): number =>
    Number(statements.all(appendSegment, [records])[0]?.[0]);
  return {
    appendWithin,
    append: (records) => writer.write(() => appendWithin(records)),
    read: () =>
      statements.all(readSegments, []).map(([id, records]) => ({
        id: Number(id),
        records: String(records),
      })),
    compact: (through, records) =>
      writer.write(() => {
        statements.run(deleteBefore, [through]);
        statements.run(replaceSegment, [records, through]);
      }),
  };
}
