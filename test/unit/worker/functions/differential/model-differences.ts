/** What a check should tell about a property that is not as expected, value by value and without
 *  looking at how checks do it. Nothing, "" and an empty list say that a property is not set. */
export type Told = {
  readonly Property: string;
  readonly Expected: unknown;
  readonly Actual: unknown;
  readonly Missing?: readonly unknown[];
  readonly Unexpected?: readonly unknown[];
};

export type Rule = "as written" | "any case" | "address" | "guid";

const low = (value: unknown): string => String(value).toLowerCase();

const BARE: Readonly<Record<Rule, (value: unknown) => unknown>> = {
  "as written": (value) => value,
  "any case": low,
  address: (value) => low(value).replace(/^smtp:/, ""),
  guid: low,
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

type Compared = {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly rule: Rule;
  /** Whether other values may be there besides. */
  readonly mayHoldMore: boolean;
};

export function tellDifference(property: string, compared: Compared): readonly Told[] {
  const { expected, actual, rule, mayHoldMore } = compared;
  const same = (one: unknown, other: unknown) => BARE[rule](one) === BARE[rule](other);
  const wanted = [expected].flat().filter(isSet);
  const present = [actual].flat().filter(isSet);
  const notIn = (some: readonly unknown[], others: readonly unknown[]) =>
    some.filter(
      (each, at) =>
        !others.some((other) => same(each, other)) &&
        some.findIndex((other) => same(each, other)) === at,
    );
  const missing = notIn(wanted, present);
  const isOpen = mayHoldMore && Array.isArray(actual) && wanted.length > 0;
  const unexpected = isOpen ? [] : notIn(present, wanted);
  if (missing.length + unexpected.length === 0) return [];
  const told = { Property: property, Expected: expected ?? null, Actual: actual ?? null };
  const isList = Array.isArray(expected) || Array.isArray(actual);
  return [isList ? { ...told, Missing: missing, Unexpected: unexpected } : told];
}
