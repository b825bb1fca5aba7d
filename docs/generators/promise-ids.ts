/** The ids that promises bear and test titles cite, in full or marked `M-120 (part)`. Knows the
 *  form of ids and of the mark, not which ids exist. */

/** Two or three digits after a letter and a hyphen, so that a mistyped id is noticed as unknown.
 *  Invariants and hazards have no hyphen to tell them by: only their own ranges are ids. */
const ID = /\b(?:[HMAOCX]-\d{2,3}|I(?:[1-9]|[12]\d|3[0-7])|R(?:0[1-9]|[1-4]\d|5[0-7]))\b/g;

/** Each id cited in the text once, in the order of ids. */
export function citedIds(text: string): readonly string[] {
  return [...new Set(text.match(ID) ?? [])].sort(compareIds);
}

/** Each id that the text marks as proven only in part, in the order of the text. */
export const idsInPart = (text: string): readonly string[] =>
  marksIn(text).flatMap(({ id, mark }) => (mark === PART ? [id] : []));

/** Each id whose mark is none that is known: a misspelt `(part)` must not count as full proof. */
export const strangeMarks = (text: string): readonly string[] =>
  marksIn(text).flatMap(({ id, mark }) => (mark === PART ? [] : [id + mark]));

const PART = " (part)";

/** An id with the brackets right behind it. */
const MARKED = new RegExp(`(${ID.source})( *\\([^)]*\\)?)`, "g");

const marksIn = (text: string): readonly { readonly id: string; readonly mark: string }[] =>
  [...text.matchAll(MARKED)].map(([, id = "", mark = ""]) => ({ id, mark }));

/** The letters of an id: `M` of M-024, `R` of R07. */
export const familyOf = (id: string): string => id.replace(/[-\d].*$/, "");

/** By family, then by number: I2 comes before I10. */
export function compareIds(a: string, b: string): number {
  if (familyOf(a) !== familyOf(b)) return familyOf(a) < familyOf(b) ? -1 : 1;
  return numberOf(a) - numberOf(b);
}

const numberOf = (id: string): number => Number(id.replace(/\D/g, ""));
