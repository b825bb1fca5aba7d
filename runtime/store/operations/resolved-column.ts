/** The column of what was sent: function and params, frozen. Params come back without prototype,
 *  as they were made, so that no name of a param is special (R54). */
import type { ResolvedStep } from "../../domain/params.ts";
import { type Column, json } from "./columns.ts";

const asText = json<ResolvedStep | null>("frozen_json");

export const resolvedStep: Column<ResolvedStep | null> = {
  ...asText,
  read: (cell) => {
    const parsed = asText.read(cell);
    return parsed === null ? null : { ...parsed, params: withoutPrototype(parsed.params) };
  },
};

function withoutPrototype<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = withoutPrototype(item);
    return value;
  }
  for (const item of Object.values(value)) withoutPrototype(item);
  return Object.setPrototypeOf(value, null);
}
