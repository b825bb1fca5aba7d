/** A member's row is missing for the first time. */
import { insertRows } from "../write/insert-rows.ts";

export const insertAbsence = insertRows("absences", [
  "misses",
  "among",
  "held",
  "runbook_name",
  "member_key",
]);
