/** One character of a text, as it stands there or with its escapes undone: those of JSON and other
 *  programs' texts (`\"`, `\n`, `\u002B`, `\x2B`, `\053`), of URLs (`%2B`), of HTML (`&#43;`,
 *  `&plus;`), and of mails in quoted-printable (`=2B`, and a line that goes on behind `=`).
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
const EQUALS = codeOf("=");
const RETURN = codeOf("\r");
const UNREADABLE = 0xfffd;

export const beginsEscape = (code: number): boolean =>
  code === BACKSLASH || code === PERCENT || code === AMPERSAND || code === EQUALS;

/** Whether an escape may begin at a place: of most equals signs that is soon told. */
export const opensEscape = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code !== EQUALS) return beginsEscape(code);
  const next = text.charCodeAt(at + 1);
  return next <= RETURN || hexValue(next) + hexValue(text.charCodeAt(at + 2)) >= 0;
};

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
      return byteAt(text, end, layers, URL_BYTE);
    case AMPERSAND:
      return afterAmpersand(text, end, layers);
    case EQUALS:
      return afterBreak(text, end, layers) ?? byteAt(text, end, layers, MAIL_BYTE);
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
  if (letter === "x") return byteAt(text, next.end, layers, HEX_BYTE);
  if (letter >= "0" && letter <= "3") return byteAt(text, at, layers, OCTAL_BYTE);
  if (THEMSELVES.includes(letter)) return next;
  const code = CONTROLS.get(letter);
  return code === undefined ? null : { code, end: next.end };
}

const WIDE = { digits: 4, base: 16 } as const;

/** Four digits, or two times four for a character beyond them. */
function wide(text: string, at: number, layers: number): Unit | null {
  const high = numberAt(text, at, layers, WIDE);
  if (high === null) return null;
  const low = high.code >= 0xd800 && high.code <= 0xdbff ? lowAt(text, high.end, layers) : null;
  if (low === null) return { code: wellFormed(high.code), end: high.end };
  return { code: 0x10000 + ((high.code - 0xd800) << 10) + (low.code - 0xdc00), end: low.end };
}

function lowAt(text: string, at: number, layers: number): Unit | null {
  const digits = behind(text, at, layers, "\\u");
  const low = digits === null ? null : numberAt(text, digits, layers, WIDE);
  return low !== null && low.code >= 0xdc00 && low.code <= 0xdfff ? low : null;
}

/** How bytes are escaped: what may stand before one that follows another, the longest first, and
 *  its digits. */
type ByteForm = {
  readonly marks: readonly string[];
  readonly digits: number;
  readonly base: 8 | 16;
};

const URL_BYTE: ByteForm = { marks: ["%"], digits: 2, base: 16 };
/** A line may end between two bytes of a character. */
const MAIL_BYTE: ByteForm = { marks: ["=\r\n=", "=\n=", "="], digits: 2, base: 16 };
const HEX_BYTE: ByteForm = { marks: ["\\x"], digits: 2, base: 16 };
const OCTAL_BYTE: ByteForm = { marks: ["\\"], digits: 3, base: 8 };

/** A byte; with those that follow it in the same way, a character of UTF-8. */
function byteAt(text: string, at: number, layers: number, form: ByteForm): Unit | null {
  const first = numberAt(text, at, layers, form);
  if (first === null || first.code < 0xc2 || first.code > 0xf4) return first;
  const more = first.code < 0xe0 ? 1 : first.code < 0xf0 ? 2 : 3;
  let code = first.code & (0x3f >> more);
  let { end } = first;
  for (let byte = 0; byte < more; byte += 1) {
    const next = nextByteAt(text, end, layers, form);
    if (next === null || (next.code & 0xc0) !== 0x80) return first;
    code = (code << 6) | (next.code & 0x3f);
    end = next.end;
  }
  return code > 0x10ffff ? first : { code: wellFormed(code), end };
}

function nextByteAt(text: string, at: number, layers: number, form: ByteForm): Unit | null {
  for (const mark of form.marks) {
    const digits = behind(text, at, layers, mark);
    if (digits !== null) return numberAt(text, digits, layers, form);
  }
  return null;
}

/** What stands in the next line, where this one was too long. */
function afterBreak(text: string, at: number, layers: number): Unit | null {
  const next = behind(text, at, layers, "\r\n") ?? behind(text, at, layers, "\n");
  const unit = next === null ? null : unitAt(text, next, layers);
  if (unit?.code !== EQUALS) return unit;
  return byteAt(text, unit.end, layers, MAIL_BYTE) ?? unit;
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

function numberAt(
  text: string,
  at: number,
  layers: number,
  { digits, base }: Pick<ByteForm, "digits" | "base">,
): Unit | null {
  let code = 0;
  let end = at;
  for (let digit = 0; digit < digits; digit += 1) {
    const next = unitAt(text, end, layers);
    const value = next === null ? Number.NaN : hexValue(next.code);
    if (next === null || !(value < base)) return null;
    code = code * base + value;
    ({ end } = next);
  }
  return { code, end };
}

function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 87;
  return code < 128 && letter >= 10 && letter <= 15 ? letter : Number.NaN;
}
