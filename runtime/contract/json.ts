/** JSON from outside: bounded in bytes and depth, read in linear time, refused with a reason.
 *  J1. No key anywhere in an accepted value is one that a plain object would treat as its own
 *      machinery (R54), and no number is infinite: `1e400` would be written back as null (R56).
 *  J2. No reason quotes the text: bodies hold personal data and reasons end up in logs. */
import { isUtf8 } from "node:buffer";
import type { JsonObject } from "./json-object.ts";
import { LIMITS } from "./limits.ts";
import { isReservedName } from "./reserved-name.ts";
import { fail, ok, type Result } from "./result.ts";

export type JsonText = string | Uint8Array;

export type SizeFailure = {
  readonly kind: "too-large";
  readonly bytes: number;
  readonly bytesMax: number;
};
export type JsonFailure =
  | SizeFailure
  | { readonly kind: "not-json" }
  | { readonly kind: "too-deep"; readonly depthMax: number }
  | { readonly kind: "reserved-key"; readonly key: string }
  | { readonly kind: "number-out-of-range" };

const BYTE_ORDER_MARK = "\uFEFF";

/** Reads a body whose contents we will use. */
export function readJson(text: JsonText, bytesMax: number): Result<unknown, JsonFailure> {
  const parsed = parseJson(text, bytesMax);
  if (!parsed.ok) return parsed;
  const failure = inspect(parsed.value, LIMITS.jsonDepth);
  return failure === null ? parsed : fail(failure);
}

/** Only asks whether a body is JSON, for those who do not look inside. */
export function parseJson(text: JsonText, bytesMax: number): Result<unknown, JsonFailure> {
  const tooLarge = sizeFailure(text, bytesMax);
  if (tooLarge !== null) return fail(tooLarge);
  const decoded = typeof text === "string" ? text : decode(text);
  if (decoded === null) return fail({ kind: "not-json" });
  try {
    return ok(JSON.parse(decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded));
  } catch {
    return fail({ kind: "not-json" });
  }
}

const decode = (bytes: Uint8Array): string | null =>
  isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : null;

/** Writes a value that has a JSON form, or says how much too large it is. */
export function writeJson(value: JsonObject, bytesMax: number): Result<string, SizeFailure> {
  const text = JSON.stringify(value);
  const tooLarge = sizeFailure(text, bytesMax);
  return tooLarge === null ? ok(text) : fail(tooLarge);
}

/** A unit of a string is at most three bytes: most texts need no exact count. */
function sizeFailure(text: JsonText, bytesMax: number): SizeFailure | null {
  if (text.length * 3 <= bytesMax) return null;
  const bytes = typeof text === "string" ? Buffer.byteLength(text) : text.byteLength;
  return bytes > bytesMax ? { kind: "too-large", bytes, bytesMax } : null;
}

/** Recursion is bounded by `depthLeft`; the parser before it does not recurse. */
function inspect(value: unknown, depthLeft: number): JsonFailure | null {
  if (typeof value === "number" && !Number.isFinite(value)) return { kind: "number-out-of-range" };
  if (typeof value !== "object" || value === null) return null;
  if (depthLeft === 0) return { kind: "too-deep", depthMax: LIMITS.jsonDepth };
  return Array.isArray(value) ? inspectItems(value, depthLeft) : inspectKeys(value, depthLeft);
}

function inspectItems(items: readonly unknown[], depthLeft: number): JsonFailure | null {
  for (const item of items) {
    const failure = inspect(item, depthLeft - 1);
    if (failure !== null) return failure;
  }
  return null;
}

/** `for in` sees exactly the own keys of what JSON.parse made, and makes no list of them. */
function inspectKeys(object: object, depthLeft: number): JsonFailure | null {
  for (const key in object) {
    if (isReservedName(key)) return { kind: "reserved-key", key };
    const failure = inspect(object[key as keyof typeof object], depthLeft - 1);
    if (failure !== null) return failure;
  }
  return null;
}

/** Whether a reader will take what this is written as, told without writing it: everything in it
 *  is plain. False says nothing; the text must then be asked. */
export function isPlainJson(value: unknown, depthLeft: number = LIMITS.jsonDepth): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value !== "object" || depthLeft === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depthLeft - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    if (isReservedName(key)) return false;
    if (!isPlainJson(value[key as keyof typeof value], depthLeft - 1)) return false;
  }
  return true;
}
