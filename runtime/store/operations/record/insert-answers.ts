/** Answers kept for repeated requests (R17). */
import { insertRows } from "../write/insert-rows.ts";

export const insertAnswers = insertRows("idempotency", [
  "actor",
  "request_key",
  "request_hash",
  "response",
  "at",
]);
