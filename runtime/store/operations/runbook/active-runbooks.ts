/** Active versions: of one name, or of all when no name is given. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { RUNBOOK_COLUMNS } from "./runbook-columns.ts";

export const activeRunbooks: Operation = {
  name: "active runbooks",
  takes: ["name"],
  build: ({ db }) =>
    db
      .selectFrom("runbooks")
      .select(RUNBOOK_COLUMNS)
      .where("is_active", "=", 1)
      .where(sql<boolean>`name = coalesce(${arg("name")}, name)`)
      .orderBy("name"),
};
