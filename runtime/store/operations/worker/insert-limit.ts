/** Sets a limit for the first time. */
import { insertRows } from "../write/insert-rows.ts";

export const insertLimit = insertRows("slot_limits", ["most", "limit_key"]);
