/** Whether a needle stands at a place of a text, and how far it reaches: each of its characters as
 *  it is or with escapes undone, and between letters of an encoding what others put there.
 *  - Every way to read the text is followed at once, so the time is bounded by the needle's length.
 */
import { beginsEscape, type Units } from "./escapes.ts";
import { foldCode, type Needle } from "./secret-needles.ts";

export type Read = { readonly text: string; readonly units: Units };

/** How what stands between two bytes in hexadecimal begins. */
export const BYTE_GAPS = ["", " ", ":", ",", "_", "\n", ", ", " 0x", ",0x", ":0x", "0x"];
/** How what stands between two numbers of a list begins. */
export const LIST_GAPS = [",", " ", "\n", ", ", ",\n", ",\r", ",\t", ',"', ",'", "  "];

/** Where a needle that begins at a place ends, at the furthest; 0 if it is not there. */
export function endOf(
  { text, units }: Read,
  at: number,
  { kind, codes, from, to }: Needle,
): number {
  let index = from;
  let place = at;
  for (; index < to; index += 1, place += 1) {
    const code = text.charCodeAt(place);
    if (foldCode(code, kind) !== codes[index] || beginsEscape(code)) break;
    // A nought may be a byte's digit or begin a gap, and more than a comma may stand in a list.
    if (kind === "hex" && code === NOUGHT) break;
    if (kind === "list" && code === COMMA && !isDigit(text.charCodeAt(place + 1))) break;
  }
  let ends: readonly number[] = [place];
  for (; index < to && ends.length > 0; index += 1) {
    const wanted = Number(codes[index]);
    const isInside = index > from && !(kind === "hex" && index % 2 === 1);
    const next = ends.flatMap((end) => endsAt({ text, units }, end, { wanted, kind, isInside }));
    ends = next.length < 2 ? next : [...new Set(next)];
  }
  return Math.max(0, ...ends);
}

type Wanted = {
  readonly wanted: number;
  readonly kind: Needle["kind"];
  /** Whether a gap may stand before it. */
  readonly isInside: boolean;
};

/** Behind the wanted character, in each way to read it. */
function endsAt(read: Read, at: number, { wanted, kind, isInside }: Wanted): readonly number[] {
  if (kind === "list" && wanted === COMMA) return listGapEnds(read, at);
  const ends: number[] = [];
  for (const { code, end } of read.units(at)) {
    const isWanted = foldCode(code, kind) === wanted || (wanted === SPACE && code === PLUS);
    if (isWanted) ends.push(end);
  }
  if (!isInside || UNBROKEN.has(kind) || (ends.length > 0 && kind !== "hex")) return ends;
  const behind = kind === "hex" ? byteGapEnd(read, at) : blanksEnd(read, at);
  if (behind === at) return ends;
  return [...ends, ...endsAt(read, behind, { wanted, kind, isInside: false })];
}

/** In these no gap may stand, or gaps are letters of their own. */
const UNBROKEN: ReadonlySet<Needle["kind"]> = new Set(["text", "list", "digits"]);

const NOUGHT = 48;
const isDigit = (code: number): boolean => code >= NOUGHT && code < NOUGHT + 10;
const SPACE = 32;
const PLUS = 43;
const COMMA = 44;

/** A line's end and what the next one is moved in by. */
const BLANKS_MAX = 32;
const NAME_CHARS_MAX = 16;

const codesOf = (chars: string): ReadonlySet<number> =>
  new Set(Array.from(chars, (char) => char.charCodeAt(0)));
const BLANKS = codesOf(" \t\n\v\f\r");
const BETWEEN = codesOf(" \t\n\v\f\r,;");
const BETWEEN_BYTES = codesOf(" \t\n\v\f\r:,_-");
const SIGNS_MAX = 3;
const NOUGHTS = codesOf("0");
const EXES = codesOf("xX");
const IN_NAME = codesOf("'\"0123456789");
const BEHIND_NAME = codesOf(" :");

function skipped({ units }: Read, at: number, chars: ReadonlySet<number>, most: number): number {
  let end = at;
  for (let count = 0; count < most; count += 1) {
    const unit = units(end).find(({ code }) => chars.has(code));
    if (unit === undefined) return end;
    ({ end } = unit);
  }
  return end;
}

/** Behind what may stand between two bytes: signs, and `0x` before the second. */
function byteGapEnd(read: Read, at: number): number {
  const end = skipped(read, at, BETWEEN_BYTES, SIGNS_MAX);
  const nought = skipped(read, end, NOUGHTS, 1);
  const behind = nought === end ? end : skipped(read, nought, EXES, 1);
  return behind === nought ? end : behind;
}

const blanksEnd = (read: Read, at: number): number => skipped(read, at, BLANKS, BLANKS_MAX);

/** Behind what stands between two numbers of a list: signs, and the name of the second if each has
 *  one. */
function listGapEnds(read: Read, at: number): readonly number[] {
  const end = skipped(read, at, BETWEEN, BLANKS_MAX);
  if (end === at) return [];
  const name = skipped(read, end, IN_NAME, NAME_CHARS_MAX);
  const behind = skipped(read, name, BEHIND_NAME, BLANKS_MAX);
  return name > end && behind > name ? [end, behind] : [end];
}

/** The first and last letters of an encoded secret also hold bits of its neighbours: the whole
 *  run goes. */
const isEncodedLetter = (code: number): boolean =>
  code < 128 && /^[A-Za-z0-9+/_-]$/.test(String.fromCharCode(code));

export function runStart({ text }: Read, at: number, from: number): number {
  let start = at;
  while (start > from && isEncodedLetter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

export function runEnd({ units }: Read, at: number): number {
  let end = at;
  for (;;) {
    const letter = units(end).find(({ code }) => isEncodedLetter(code));
    if (letter === undefined) return end;
    ({ end } = letter);
  }
}
