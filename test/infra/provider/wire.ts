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
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

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
