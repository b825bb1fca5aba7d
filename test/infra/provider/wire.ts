/** Values as they travel between Pulumi's engine and a provider: plain JSON in which marks stand
 *  for what is unknown and wrap what is secret. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../../infra/preview/planned-resource.ts";

export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Lists are told from objects by this alone: `Array.isArray` does not narrow a readonly one. */
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isSecret = (value: Json | undefined): boolean =>
  isJsonObject(value) && value[SIGNATURE] === SECRET;

/** The value without its marks of secrecy, at every depth. */
export function plain(value: Json): Json {
  if (isList(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  if (isSecret(value)) return plain(value["value"] ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

export const plainObject = (value: JsonObject): JsonObject => {
  const bare = plain(value);
  return isJsonObject(bare) ? bare : {};
};

/** Every text within a value, at every depth. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

export const hasUnknown = (value: Json): boolean => textsIn(value).includes(UNKNOWN);

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
