/** Whether a needle stands at a place of a text, and how far it reaches: each of its characters as
 *  it is or with escapes undone, and between letters of an encoding what others put there.
 *  - Every way to read the text is followed at once, so the time is bounded by the needle's length.
 */
import { beginsEscape, type Units } from "./escapes.ts";
import { foldCode, type Needle } from "./secret-needles.ts";

export type Read = { readonly text: string; readonly units: Units };

/** What may stand between two bytes in hexadecimal. */
const BYTE_GAP = /[\s:,_-]{0,3}(?:0x)?/iy;
export const BYTE_GAPS = ["", " ", ":", ",", "_", "\n", ", ", " 0x", ",0x", ":0x", "0x"];

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
    // A nought may be a byte's digit or begin a gap.
    if (kind === "hex" && code === NOUGHT) break;
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
  const ends: number[] = [];
  for (const { code, end } of read.units(at)) {
    const isWanted = foldCode(code, kind) === wanted || (wanted === SPACE && code === PLUS);
    if (isWanted) ends.push(end);
  }
  if (!isInside || kind === "text" || (ends.length > 0 && kind !== "hex")) return ends;
  const behind = kind === "hex" ? byteGapEnd(read.text, at) : blanksEnd(read, at);
  if (behind === at) return ends;
  return [...ends, ...endsAt(read, behind, { wanted, kind, isInside: false })];
}

const NOUGHT = 48;
const SPACE = 32;
const PLUS = 43;

function byteGapEnd(text: string, at: number): number {
  BYTE_GAP.lastIndex = at;
  // It always matches, if only nothing.
  BYTE_GAP.test(text);
  return BYTE_GAP.lastIndex;
}

/** A line's end and what the next one is moved in by. */
const BLANKS_MAX = 32;

function blanksEnd({ units }: Read, at: number): number {
  let end = at;
  for (let blanks = 0; blanks < BLANKS_MAX; blanks += 1) {
    const blank = units(end).find(({ code }) => code === 32 || (code >= 9 && code <= 13));
    if (blank === undefined) return end;
    ({ end } = blank);
  }
  return end;
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
