/** Names of Azure resources: `{project}-{kind}-{environment}[-{name}]-{hash}`.
 *  N1. Legal for its kind, whatever the parts are.
 *  N2. A function of its arguments; different arguments give different names, also when two
 *      sets of parts read alike once joined, cleaned or cut: the hash is of the parts.
 *  N3. Begins with the project as far as it fits; what must be shortened is the longest part. */
import { createHash } from "node:crypto";
import { NAME_RULES, type ResourceKind } from "./naming-rules.ts";

export const HASH_CHARS = 8;
const HASH_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

export type ResourceNameParts = {
  readonly kind: ResourceKind;
  readonly project: string;
  readonly environment: string;
  /** Tells resources of one kind in one environment apart. */
  readonly name?: string;
  /** What else makes the resource ours alone, such as the subscription's id. */
  readonly suffixSeed: string;
};

export function resourceName(parts: ResourceNameParts): string {
  const { kind, project, environment, name, suffixSeed } = parts;
  const { short, charsMax, separator } = NAME_RULES[kind];
  const hash = shortHash([kind, project, environment, name ?? null, suffixSeed], HASH_CHARS);
  const words = [startWithLetter(project), short, environment, name ?? ""];
  return joinWithin(words, separator, { charsMax, hash });
}

/** Lower-case letters and digits, five bits each. */
export function shortHash(identity: readonly (string | null)[], chars: number): string {
  const digest = createHash("sha256").update(JSON.stringify(identity)).digest();
  return Array.from(digest.subarray(0, chars), (byte) => HASH_ALPHABET.charAt(byte % 32)).join("");
}

/** Cleans the words, shortens them to make room, joins them and puts the hash last. */
export function joinWithin(
  words: readonly string[],
  separator: "-" | "",
  { charsMax, hash }: { readonly charsMax: number; readonly hash: string },
): string {
  const cleaned = words.map((word) => clean(word, separator)).filter((word) => word !== "");
  const room = charsMax - hash.length - separator.length * cleaned.length;
  return [...shorten(cleaned, room), hash].join(separator);
}

/** Runs of anything else become one separator; none is left at either end. */
const clean = (word: string, separator: string): string =>
  word
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((run) => run !== "")
    .join(separator);

/** Several kinds insist on a letter first; no kind minds one. */
function startWithLetter(project: string): string {
  const cleaned = clean(project, "-");
  return /^[a-z]/.test(cleaned) ? cleaned : `x${cleaned}`;
}

/** Lowers the ceiling on every word until all fit: short words stay whole. */
function shorten(words: readonly string[], room: number): readonly string[] {
  const total = (ceiling: number) =>
    words.reduce((sum, word) => sum + Math.min(word.length, ceiling), 0);
  let ceiling = Math.min(room, Math.max(...words.map((word) => word.length)));
  while (ceiling > 1 && total(ceiling) > room) ceiling -= 1;
  return words.map((word) => word.slice(0, ceiling).replace(/-$/, ""));
}
