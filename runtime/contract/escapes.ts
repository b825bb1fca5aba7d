/** One character of a text, as it stands there or with its escapes undone: those of JSON and other
 *  programs' texts (`\"`, `\n`, `\u002B`, `\x2B`), of URLs (`%2B`), of HTML (`&#43;`, `&plus;`).
 *  What was escaped several times has as many layers, in any mixture.
 *  E1. Only what stands from the given place on counts: nothing before it changes a character.
 *  E2. A place is read in bounded time: an escape has a longest form, and layers are few. */
import { ENTITY_CODES } from "./entity-names.ts";

/** `code` is a code point; `end` is where the next character begins. */
export type Unit = { readonly code: number; readonly end: number };

const LAYERS = 3;

const codeOf = (char: string): number => char.charCodeAt(0);
const BACKSLASH = codeOf("\\");
const PERCENT = codeOf("%");
const AMPERSAND = codeOf("&");
const UNREADABLE = 0xfffd;

export const beginsEscape = (code: number): boolean =>
  code === BACKSLASH || code === PERCENT || code === AMPERSAND;

/** All that may stand at a place, each once. */
export type Units = (at: number) => readonly Unit[];

/** Places near each other are asked for again and again. */
const KEPT_MAX = 1_024;

export function unitsOf(text: string): Units {
  const kept = new Map<number, readonly Unit[]>();
  return (at) => {
    const known = kept.get(at);
    if (known !== undefined) return known;
    const units = unitsAt(text, at);
    if (units.length < 2) return units;
    if (kept.size === KEPT_MAX) kept.clear();
    kept.set(at, units);
    return units;
  };
}

function unitsAt(text: string, at: number): readonly Unit[] {
  let unit = unitAt(text, at, 0);
  if (unit === null) return [];
  const units = [unit];
  for (let layers = 0; layers < LAYERS && beginsEscape(unit.code); layers += 1) {
    const inner: Unit | null = undone(text, unit, layers);
    if (inner === null) continue;
    units.push(inner);
    unit = inner;
  }
  return units;
}

/** Halves of pairs that have lost the other are what encodings make of them. */
const wellFormed = (code: number): number => (code >= 0xd800 && code <= 0xdfff ? UNREADABLE : code);

function unitAt(text: string, at: number, layers: number): Unit | null {
  const code = text.codePointAt(at);
  if (code === undefined) return null;
  const plain = { code: wellFormed(code), end: at + (code > 0xffff ? 2 : 1) };
  if (layers === 0 || !beginsEscape(code)) return plain;
  const outer = unitAt(text, at, layers - 1) ?? plain;
  return undone(text, outer, layers - 1) ?? outer;
}

function undone(text: string, { code, end }: Unit, layers: number): Unit | null {
  switch (code) {
    case BACKSLASH:
      return afterBackslash(text, end, layers);
    case PERCENT:
      return byteAt(text, end, layers, "%");
    case AMPERSAND:
      return afterAmpersand(text, end, layers);
    default:
      return null;
  }
}

const CONTROLS: ReadonlyMap<string, number> = new Map(
  [..."bfnrt"].map((letter, at) => [letter, codeOf("\b\f\n\r\t".charAt(at))] as const),
);
const THEMSELVES = `"'\`/\\`;

function afterBackslash(text: string, at: number, layers: number): Unit | null {
  const next = unitAt(text, at, layers);
  if (next === null) return null;
  const letter = String.fromCodePoint(next.code);
  if (letter === "u") return wide(text, next.end, layers);
  if (letter === "x") return byteAt(text, next.end, layers, "\\x");
  if (THEMSELVES.includes(letter)) return next;
  const code = CONTROLS.get(letter);
  return code === undefined ? null : { code, end: next.end };
}

/** Four digits, or two times four for a character beyond them. */
function wide(text: string, at: number, layers: number): Unit | null {
  const high = hexAt(text, at, 4, layers);
  if (high === null) return null;
  const low = high.code >= 0xd800 && high.code <= 0xdbff ? lowAt(text, high.end, layers) : null;
  if (low === null) return { code: wellFormed(high.code), end: high.end };
  return { code: 0x10000 + ((high.code - 0xd800) << 10) + (low.code - 0xdc00), end: low.end };
}

function lowAt(text: string, at: number, layers: number): Unit | null {
  const digits = behind(text, at, layers, "\\u");
  const low = digits === null ? null : hexAt(text, digits, 4, layers);
  return low !== null && low.code >= 0xdc00 && low.code <= 0xdfff ? low : null;
}

/** A byte; with those that follow it in the same way, a character of UTF-8. */
function byteAt(text: string, at: number, layers: number, mark: string): Unit | null {
  const first = hexAt(text, at, 2, layers);
  if (first === null || first.code < 0xc2 || first.code > 0xf4) return first;
  const more = first.code < 0xe0 ? 1 : first.code < 0xf0 ? 2 : 3;
  let code = first.code & (0x3f >> more);
  let { end } = first;
  for (let byte = 0; byte < more; byte += 1) {
    const digits = behind(text, end, layers, mark);
    const next = digits === null ? null : hexAt(text, digits, 2, layers);
    if (next === null || (next.code & 0xc0) !== 0x80) return first;
    code = (code << 6) | (next.code & 0x3f);
    end = next.end;
  }
  return code > 0x10ffff ? first : { code: wellFormed(code), end };
}

/** Where a mark ends that should stand at a place, or null. */
function behind(text: string, at: number, layers: number, mark: string): number | null {
  let end = at;
  for (const char of mark) {
    const unit = unitAt(text, end, layers);
    if (unit === null || unit.code !== codeOf(char)) return null;
    ({ end } = unit);
  }
  return end;
}

const ENTITY_CHARS_MAX = 10;

function afterAmpersand(text: string, at: number, layers: number): Unit | null {
  let name = "";
  for (let end = at; name.length <= ENTITY_CHARS_MAX; ) {
    const next = unitAt(text, end, layers);
    if (next === null || next.code > 0x7f) return null;
    ({ end } = next);
    const char = String.fromCharCode(next.code);
    if (char === ";") return entity(name, end);
    if (!/[#A-Za-z0-9]/.test(char)) return null;
    name += char;
  }
  return null;
}

function entity(name: string, end: number): Unit | null {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name) ?? [];
  const code =
    hex !== undefined
      ? Number.parseInt(hex, 16)
      : decimal !== undefined
        ? Number(decimal)
        : ENTITY_CODES.get(name);
  return code === undefined || code > 0x10ffff ? null : { code: wellFormed(code), end };
}

function hexAt(text: string, at: number, digits: number, layers: number): Unit | null {
  let code = 0;
  let end = at;
  for (let digit = 0; digit < digits; digit += 1) {
    const next = unitAt(text, end, layers);
    const value = next === null ? Number.NaN : hexValue(next.code);
    if (next === null || Number.isNaN(value)) return null;
    code = code * 16 + value;
    ({ end } = next);
  }
  return { code, end };
}

function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 87;
  return code < 128 && letter >= 10 && letter <= 15 ? letter : Number.NaN;
}
