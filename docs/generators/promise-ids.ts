/** The ids that promises bear and test titles cite. Knows their form, not which of them exist. */

/** Two or three digits after a letter and a hyphen, so that a mistyped id is noticed as unknown.
 *  Invariants and hazards have no hyphen to tell them by: only their own ranges are ids. */
const ID = /\b(?:[HMAOCX]-\d{2,3}|I(?:[1-9]|[12]\d|3[0-7])|R(?:0[1-9]|[1-4]\d|5[0-7]))\b/g;

/** Each id cited in the text once, in the order of ids. */
export function citedIds(text: string): readonly string[] {
  return [...new Set(text.match(ID) ?? [])].sort(compareIds);
}

/** The letters of an id: `M` of M-024, `R` of R07. */
export const familyOf = (id: string): string => id.replace(/[-\d].*$/, "");

/** By family, then by number: I2 comes before I10. */
export function compareIds(a: string, b: string): number {
  if (familyOf(a) !== familyOf(b)) return familyOf(a) < familyOf(b) ? -1 : 1;
  return numberOf(a) - numberOf(b);
}

const numberOf = (id: string): number => Number(id.replace(/\D/g, ""));
