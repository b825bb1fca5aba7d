/** Columns that hold several values in one text, in the three formats a runbook may declare
 *  (M-019). Values lose the blanks around them; empty ones between delimiters are no values. */
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { MultiValueFormat } from "./runbook.ts";

export type MultiValueFailure = {
  readonly kind: "too-long" | "not-json" | "not-a-list" | "not-text";
  /** Which value of the list, from 0; null when the text as a whole is at fault. */
  readonly index: number | null;
};

export function readMultiValue(
  text: string,
  format: MultiValueFormat,
): Result<readonly string[], MultiValueFailure> {
  if (text.length > LIMITS.csvCellChars) return fail({ kind: "too-long", index: null });
  switch (format) {
    case "semicolon_delimited":
      return ok(split(text, ";"));
    case "comma_delimited":
      return ok(split(text, ","));
    case "json_array":
      return readJsonList(text);
  }
}

const split = (text: string, delimiter: string): readonly string[] =>
  text
    .split(delimiter)
    .map((value) => value.trim())
    .filter((value) => value !== "");

function readJsonList(text: string): Result<readonly string[], MultiValueFailure> {
  if (text.trim() === "") return ok([]);
  const parsed = parseJson(text);
  if (!parsed.ok) return fail({ kind: "not-json", index: null });
  if (!Array.isArray(parsed.value)) return fail({ kind: "not-a-list", index: null });
  const values: readonly unknown[] = parsed.value;
  const odd = values.findIndex((value) => typeof value !== "string");
  if (odd !== -1) return fail({ kind: "not-text", index: odd });
  return ok(values.filter((value) => typeof value === "string"));
}

function parseJson(text: string): Result<unknown, null> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail(null);
  }
}
