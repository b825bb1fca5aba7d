/** What differs between two values on the wire, property by property, in the words of a diff. */
import { isJsonObject, type Json } from "../../../infra/preview/planned-resource.ts";
import { isList, isSecret, plain } from "./wire.ts";

export type Difference = {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
};

const step = (path: string, key: string): string =>
  path === "" ? key : /^\w+$/.test(key) ? `${path}.${key}` : `${path}["${key}"]`;

/** What differs between two values, as narrow as it can be said; a secret differs as a whole. */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path = "",
): readonly Difference[] {
  if (before === undefined) return after === undefined ? [] : [{ path, kind: "add" }];
  if (after === undefined) return [{ path, kind: "delete" }];
  if (isList(before) && isList(after)) {
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at);
    return places.flatMap((at) => differences(before[at], after[at], `${path}[${at}]`));
  }
  const nested = isJsonObject(before) && isJsonObject(after);
  if (!nested || isSecret(before) || isSecret(after))
    return JSON.stringify(plain(before)) === JSON.stringify(plain(after))
      ? []
      : [{ path, kind: "update" }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys.flatMap((key) => differences(before[key], after[key], step(path, key)));
}
