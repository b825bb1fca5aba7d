/** Messages dealt with (R12). */
import { insertRows } from "../write/insert-rows.ts";

export const insertConsumed = insertRows("inbox", ["consumer", "message_id", "response", "at"]);
