/** The column of what was sent: function and params, frozen. Params come back without prototype,
 *  as they were made, so that no name of a param is special (R54).
 *  Sensitive params are kept apart: what the column shows as `params`, to every view and whoever
 *  reads tables, has a mark in their place. */
import { hideMarked } from "../../contract/marked-values.ts";
import type { ResolvedStep } from "../../domain/params.ts";
import { type Column, json } from "./columns.ts";

type Params = ResolvedStep["params"];
type Kept = ResolvedStep & { readonly sealed?: Params };

const asText = json<Kept | null>("frozen_json");

export const resolvedStep: Column<ResolvedStep | null> = {
  name: asText.name,
  write: (sent) => asText.write(sent?.sensitive === undefined ? sent : sealed(sent)),
  read: (cell) => {
    const parsed = asText.read(cell);
    if (parsed === null) return null;
    if (parsed.sealed === undefined) {
      return { ...parsed, params: withoutPrototype(parsed.params) };
    }
    const { sealed: hidden, ...kept } = parsed;
    return { ...kept, params: withoutPrototype({ ...kept.params, ...hidden }) };
  },
};

function sealed(sent: ResolvedStep): Kept {
  const names = new Set(sent.sensitive?.params);
  const hidden = Object.entries(sent.params).filter(([name]) => names.has(name));
  const params = hideMarked(sent.params, names) as Params;
  return { ...sent, params, sealed: Object.fromEntries(hidden) };
}

function withoutPrototype<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = withoutPrototype(item);
    return value;
  }
  for (const item of Object.values(value)) withoutPrototype(item);
  return Object.setPrototypeOf(value, null);
}
