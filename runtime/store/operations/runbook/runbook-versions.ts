/** Versions of a name, the newest first: one of them, or all when none is given. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { RUNBOOK_COLUMNS } from "./runbook-columns.ts";

export const runbookVersions: Operation = {
  name: "runbook versions",
  takes: ["name", "version"],
  build: ({ db }) =>
    db
      .selectFrom("runbooks")
      .select(RUNBOOK_COLUMNS)
      .where("name", "=", arg<string>("name"))
      .where(sql<boolean>`version = coalesce(${arg("version")}, version)`)
      .orderBy("version", "desc"),
};
