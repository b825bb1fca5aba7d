/** One row of a report by its id, within its batch: an id of another batch finds nothing. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { MEMBER_PAGES, STEP_PAGES } from "./shapes.ts";

const partOf = (name: string, { view, columns }: typeof MEMBER_PAGES | typeof STEP_PAGES) => ({
  name,
  takes: ["batch", "id"],
  build: () =>
    sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(view)}
    where batch_id = ${arg("batch")} and id = ${arg("id")}`,
});

export const readMemberReport: Operation = partOf("read member report", MEMBER_PAGES);
export const readStepReport: Operation = partOf("read step report", STEP_PAGES);
