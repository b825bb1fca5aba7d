/** Hiding what a runbook marks as sensitive: under its name wherever values are shown, and by its
 *  value wherever somebody who was given it writes text. Unlike a secret that is told by its looks,
 *  a marked value may be anything: a number, a truth, a few letters; and so may one that a function
 *  is given under a secret's name, which is hidden by its value in the same way.
 *  V1. What is shorter than SHORT_MIN_CHARS is hidden under its name only: it occurs everywhere. */
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { SECRET_MARK, secret } from "./secret.ts";
import { hide, needlesOf } from "./secret-forms.ts";

type HideText = (text: string) => string;

const SHORT_MIN_CHARS = 3;
/** From here on a value is found in every form in which programs write it. */
const LONG_MIN_CHARS = 8;

/** The object with a mark under every such name. Nothing is hidden where nothing is. */
export function hideMarked(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (names.size === 0) return object;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, names.has(name) ? masked(value) : value]),
  );
}

function masked(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return value;
  return Array.isArray(value) ? value.map(masked) : SECRET_MARK;
}

/** Every text and number within a value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

export type Hiding = {
  readonly text: HideText;
  /** A value that is not text and is one of those, too. */
  readonly value: (value: unknown) => unknown;
};

export function hidingValues(values: readonly string[]): Hiding {
  const all = values.filter(({ length }) => length >= SHORT_MIN_CHARS);
  // Addresses are what functions write in small letters.
  const known = new Set([...all, ...all.map((each) => each.toLowerCase())]);
  const needles = needlesOf([...known].map(secret));
  const short = [...known]
    .filter(({ length }) => length < LONG_MIN_CHARS)
    .sort((one, other) => other.length - one.length);
  const text: HideText = (given) => short.reduce(hideWord, hide(given, needles));
  const value = (given: unknown): unknown => {
    if (typeof given === "number") return known.has(String(given)) ? SECRET_MARK : given;
    if (Array.isArray(given)) return given.map(value);
    if (!isJsonObject(given) || "toJSON" in given) return given;
    return Object.fromEntries(Object.entries(given).map(([name, each]) => [name, value(each)]));
  };
  return { text, value };
}

const LETTER = /[\p{L}\p{N}]/u;

/** Where it stands by itself, not as a part of a longer word or number. */
function hideWord(text: string, word: string): string {
  let hidden = "";
  let from = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (at < from || touches(text, at - 1, at) || touches(text, end, end - 1)) continue;
    hidden += text.slice(from, at) + SECRET_MARK;
    from = end;
  }
  return hidden + text.slice(from);
}

/** Whether the sign outside goes on with what the word has at that end. */
const touches = (text: string, outside: number, inside: number): boolean =>
  LETTER.test(text.charAt(outside)) && LETTER.test(text.charAt(inside));
