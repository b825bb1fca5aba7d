/** Inputs close to good ones: a valid text with a few edits, so that most of them come past the
 *  first parser and meet the checks behind it. */
import fc from "fast-check";

const HOSTILE = [
  "",
  "{{",
  "}}",
  "{{x}}",
  "__proto__",
  "constructor",
  "\u0000",
  "\uFEFF",
  "\uD800",
  "ｆ",
  "&a",
  "*a",
  "<<: ",
  "!!js",
  "[[[[",
  "- ",
  ": ",
  "\t",
  "\r",
  "\n",
  '"',
  "'",
  "#",
  "1e400",
  "-0",
  "9007199254740993",
  "T-99999999999d",
  "0s",
  "null",
  "~",
  "=1+1",
  "💥",
  "é",
  "é",
] as const;

type Edit = { readonly at: number; readonly remove: number; readonly insert: string };

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat({ max: 1_000_000 }),
  remove: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 12 })),
  insert: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
  ),
});

const applyEdit = (text: string, { at, remove, insert }: Edit): string => {
  const place = text.length === 0 ? 0 : at % (text.length + 1);
  return text.slice(0, place) + insert + text.slice(place + remove);
};

/** Any of `good`, after at most `editsMax` edits. */
export const nearMisses = (good: fc.Arbitrary<string>, editsMax: number): fc.Arbitrary<string> =>
  fc
    .tuple(good, fc.array(edit, { maxLength: editsMax }))
    .map(([text, edits]) => edits.reduce(applyEdit, text));

/** Text with no plan behind it at all. */
export const noise: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 12 }).map((pieces) => pieces.join("")),
);
