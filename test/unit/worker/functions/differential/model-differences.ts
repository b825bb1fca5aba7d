/** What a check should tell about a property that is not as expected, value by value and without
 *  looking at how checks do it. Nothing, "" and an empty list say that a property is not set. */
export type Told = {
  readonly Property: string;
  readonly Expected: unknown;
  readonly Actual: unknown;
  readonly Missing?: readonly unknown[];
  readonly Unexpected?: readonly unknown[];
};

/** `address`: of several, of which one is the primary one; `mail`: one by itself. */
export type Rule = "as written" | "any case" | "address" | "mail" | "guid";

const low = (value: unknown): string => String(value).toLowerCase();

const BARE: Readonly<Record<Rule, (value: unknown) => unknown>> = {
  "as written": (value) => value,
  "any case": low,
  address: (value) => low(value).replace(/^smtp:/, ""),
  mail: (value) => low(value).replace(/^smtp:/, ""),
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
  const isMain = (value: unknown) => rule === "address" && String(value).startsWith("SMTP:");
  const same = (one: unknown, other: unknown) => BARE[rule](one) === BARE[rule](other);
  const meets = (want: unknown, is: unknown) => same(want, is) && (!isMain(want) || isMain(is));
  const wanted = [expected].flat().filter(isSet);
  const present = [actual].flat().filter(isSet);
  const isFirst = (some: readonly unknown[], each: unknown, at: number) =>
    some.findIndex((other) => same(each, other) && isMain(each) === isMain(other)) === at;
  const missing = wanted.filter(
    (each, at) => !present.some((is) => meets(each, is)) && isFirst(wanted, each, at),
  );
  const isOpen = mayHoldMore && Array.isArray(actual) && wanted.length > 0;
  const unexpected = present.filter(
    (each, at) =>
      !isOpen && !wanted.some((want) => meets(want, each)) && isFirst(present, each, at),
  );
  if (missing.length + unexpected.length === 0) return [];
  const told = { Property: property, Expected: expected ?? null, Actual: actual ?? null };
  const isList = Array.isArray(expected) || Array.isArray(actual);
  return [isList ? { ...told, Missing: missing, Unexpected: unexpected } : told];
}
