/** A new version. The filtered unique index refuses a second active one (I26). */
import { insertRows } from "../write/insert-rows.ts";
import { RUNBOOK_COLUMNS } from "./runbook-columns.ts";

export const insertRunbook = insertRows("runbooks", RUNBOOK_COLUMNS);
