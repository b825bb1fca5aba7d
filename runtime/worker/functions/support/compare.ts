/** What was expected against what is there, property by property. Nothing, "", null and an empty
 *  list are the same: not set. Several values are a set: neither their order nor a repetition
 *  means anything. How letters compare is the caller's to say, value by value. */
import type { JsonObject } from "../../../contract/json-object.ts";

export type Difference = {
  readonly Property: string;
  readonly Expected: unknown;
  readonly Actual: unknown;
  /** Of several values: those that are missing, and those too many where that matters. */
  readonly Missing?: readonly unknown[];
  readonly Unexpected?: readonly unknown[];
};

export type Compared = {
  readonly property: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Two values with the same key are equal. */
  readonly key: (value: unknown) => string;
  /** What else an actual value is, besides its key, to somebody who expects that. */
  readonly alsoIs?: (value: unknown) => readonly string[];
  /** `contains`: more than what is expected may be there. */
  readonly sets: "equal" | "contains";
};

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === "";

const valuesOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => !isUnset(each));

export function differenceOf(compared: Compared): readonly Difference[] {
  const { property, expected, actual, key, alsoIs = () => [], sets } = compared;
  const keysOf = (value: unknown): readonly string[] => [key(value), ...alsoIs(value)];
  const wanted = new Map(valuesOf(expected).map((value) => [key(value), value]));
  const present = new Map(valuesOf(actual).map((value) => [key(value), value]));
  const shown = new Set([...present.values()].flatMap(keysOf));
  const missing = [...wanted].flatMap(([each, value]) => (shown.has(each) ? [] : [value]));
  // Only a list can hold more than was asked for; one value that is not wanted is wrong.
  const mayHoldMore = sets === "contains" && Array.isArray(actual) && wanted.size > 0;
  const isWanted = (value: unknown): boolean => keysOf(value).some((each) => wanted.has(each));
  const unexpected = mayHoldMore ? [] : [...present.values()].filter((value) => !isWanted(value));
  if (missing.length === 0 && unexpected.length === 0) return [];
  const difference = { Property: property, Expected: expected ?? null, Actual: actual ?? null };
  const isMany = Array.isArray(expected) || Array.isArray(actual);
  return [isMany ? { ...difference, Missing: missing, Unexpected: unexpected } : difference];
}

/** Exactly as written. */
export const exactly = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

export const ignoringCase = (value: unknown): string => exactly(value).toLowerCase();

export const namesOf = (differences: readonly Difference[]): string =>
  differences.map(({ Property }) => Property).join(", ");

/** What a check answers while something differs: not done yet, for a step that polls. `Mismatch`
 *  is the sentence for a step that does not, and for people. */
export const mismatch = (
  differences: readonly Difference[],
  rest: JsonObject = {},
): JsonObject => ({
  ...rest,
  Match: false,
  Differences: differences,
  Mismatch: `Not as expected: ${namesOf(differences)}.`,
});
