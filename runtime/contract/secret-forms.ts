/** Finding a secret in a text by its value, in every form in which programs write it down: plain or
 *  escaped for JSON, URLs, forms and HTML, several times and in any mixture (escapes.ts), and in
 *  hexadecimal and base64 (secret-needles.ts), which may be escaped or wrapped in turn.
 *  F1. Time grows with the text, whatever the text is: a place in it is compared with what begins
 *      alike, up to a fixed number of characters (R56).
 *  F2. A part of a secret is found too, if it is as long as one window.
 *  F3. What stands before or behind a secret does not keep it from being found. */
import { beginsEscape, opensEscape, unitsOf } from "./escapes.ts";
import { SECRET_MARK, type Secret } from "./secret.ts";
import { BYTE_GAPS, endOf, LIST_GAPS, type Read, runEnd, runStart } from "./secret-matching.ts";
import { type Needle, needlesIn } from "./secret-needles.ts";

/** Needles are found by their first characters. */
const HEAD_CHARS = 4;
const KEY_BITS = 7;
const HEAD_MASK = (1 << (KEY_BITS * HEAD_CHARS)) - 1;
const BITS_PER_HEAD = 64;

/** `bits` says of a beginning of one to four characters whether any needle has it; of those that
 *  none has, it says so nearly always. */
export type Needles = {
  readonly byHead: ReadonlyMap<number, readonly Needle[]>;
  readonly bits: Uint32Array;
};

export function needlesOf(secrets: readonly Secret[]): Needles {
  const byHead = new Map<number, Needle[]>();
  for (const needle of secrets.flatMap(needlesIn)) {
    for (const head of headsOf(needle)) {
      const alike = byHead.get(head);
      if (alike === undefined) byHead.set(head, [needle]);
      else if (!alike.some((other) => isSame(other, needle))) alike.push(needle);
    }
  }
  const words = Math.max(1, byHead.size) * (BITS_PER_HEAD / 32);
  const bits = new Uint32Array(2 ** Math.ceil(Math.log2(words)));
  for (const head of byHead.keys()) {
    for (let chars = 1; chars <= HEAD_CHARS; chars += 1) {
      const place = placeOf(head >>> (KEY_BITS * (HEAD_CHARS - chars)), chars, bits);
      bits[place >>> 5] = Number(bits[place >>> 5]) | (1 << (place & 31));
    }
  }
  return { byHead, bits };
}

/** A secret that repeats itself has the same window many times. */
function isSame(one: Needle, other: Needle): boolean {
  const length = one.to - one.from;
  if (one.kind !== other.kind || length !== other.to - other.from) return false;
  for (let at = 0; at < length; at += 1) {
    if (one.codes[one.from + at] !== other.codes[other.from + at]) return false;
  }
  return true;
}

function headsOf({ kind, codes, from }: Needle): readonly number[] {
  const text = String.fromCodePoint(...codes.slice(from, from + HEAD_CHARS));
  if (kind === "hex")
    return BYTE_GAPS.map((gap) => headOf(`${text.slice(0, 2)}${gap}${text.slice(2)}`));
  if (kind !== "list") return [headOf(text)];
  const comma = text.indexOf(",");
  const heads = LIST_GAPS.map((gap) =>
    headOf(`${text.slice(0, comma)}${gap}${text.slice(comma + 1)}`),
  );
  return [...new Set(heads)];
}

function headOf(text: string): number {
  let head = 0;
  for (let at = 0; at < HEAD_CHARS; at += 1) head = (head << KEY_BITS) | keyOf(text.charCodeAt(at));
  return head;
}

/** Characters that some kind of needle takes for each other have one key. */
const KEYS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 32 || code === 45) return 43;
  if (code === 95) return 47;
  return code >= 65 && code <= 90 ? code + 32 : code;
});

function keyOf(code: number): number {
  if (code < 128) return Number(KEYS[code]);
  return (code >= 0xd800 && code <= 0xdfff ? 0xfffd : code) & 127;
}

function placeOf(beginning: number, chars: number, bits: Uint32Array): number {
  const mixed = Math.imul(beginning ^ (chars << 29), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & (bits.length * 32 - 1);
}

function isBeginning(beginning: number, chars: number, bits: Uint32Array): boolean {
  const place = placeOf(beginning, chars, bits);
  return ((Number(bits[place >>> 5]) >>> (place & 31)) & 1) === 1;
}

export function hide(text: string, needles: Needles): string {
  const { bits, byHead } = needles;
  if (byHead.size === 0) return text;
  const read = { text, units: unitsOf(text) };
  let hidden = "";
  let from = 0;
  let head = 0;
  let escapeAt = -1;
  for (let next = 0; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    head = ((head << KEY_BITS) | keyOf(code)) & HEAD_MASK;
    if (opensEscape(text, next)) escapeAt = next;
    const at = next - HEAD_CHARS + 1;
    if (at < from || (escapeAt < at && !isBeginning(head, HEAD_CHARS, bits))) continue;
    const found = foundAt(read, at, escapeAt < at ? [head] : null, needles);
    if (found === null) continue;
    const { start, end } = around(read, { at, from, found }, needles);
    hidden += text.slice(from, start) + SECRET_MARK;
    from = end;
    next = end - 1;
  }
  return hidden + text.slice(from);
}

type Found = { readonly end: number; readonly isEncoded: boolean };
type Hit = { readonly at: number; readonly from: number; readonly found: Found };

/** Windows overlap or touch, so that of a long secret nothing shows between them; and of an encoded
 *  one the whole run goes, with what begins in it. */
function around(read: Read, { at, from, found }: Hit, needles: Needles) {
  let { end, isEncoded } = found;
  const start = isEncoded ? runStart(read, at, from) : at;
  for (let next = at + 1; ; next += 1) {
    if (next > end) {
      const run = isEncoded ? runEnd(read, end) : end;
      if (run === end) return { start, end };
      end = run;
    }
    const other = foundAt(read, next, null, needles);
    if (other === null || other.end < end) continue;
    isEncoded = other.isEncoded || (isEncoded && other.end === end);
    ({ end } = other);
  }
}

/** The longest of what begins at a place. */
function foundAt(
  read: Read,
  at: number,
  known: readonly number[] | null,
  { bits, byHead }: Needles,
): Found | null {
  let found: Found | null = null;
  for (const head of known ?? headsAt(read, { at, head: 0, chars: 0 }, bits)) {
    for (const needle of byHead.get(head) ?? []) {
      const end = endOf(read, at, needle);
      if (end > (found?.end ?? 0)) found = { end, isEncoded: needle.kind !== "text" };
    }
  }
  return found;
}

type Beginning = { readonly at: number; readonly head: number; readonly chars: number };

/** Every head that the characters at a place may be, escaped or not. */
function headsAt(read: Read, begun: Beginning, bits: Uint32Array): readonly number[] {
  let { at, head, chars } = begun;
  // What is not escaped can be but one thing.
  for (; chars < HEAD_CHARS; chars += 1, at += 1) {
    const code = read.text.charCodeAt(at);
    if (beginsEscape(code)) break;
    head = (head << KEY_BITS) | keyOf(code);
    if (!isBeginning(head, chars + 1, bits)) return NONE;
  }
  if (chars === HEAD_CHARS) return [head];
  const heads: number[] = [];
  for (const { code, end } of read.units(at)) {
    let next = { at: end, head, chars };
    // Beyond the first plane a character is two in a text.
    for (let half = code > 0xffff ? 2 : 1; half > 0 && next.chars < HEAD_CHARS; half -= 1) {
      const key = keyOf(code > 0xffff ? 0xfffd : code);
      next = { at: end, head: (next.head << KEY_BITS) | key, chars: next.chars + 1 };
    }
    if (!isBeginning(next.head, next.chars, bits)) continue;
    for (const each of headsAt(read, next, bits)) if (!heads.includes(each)) heads.push(each);
  }
  return heads;
}

const NONE: readonly number[] = [];
