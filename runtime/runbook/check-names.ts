/** Names that must or should be unique, sequences with nothing in them, the time zone. */
import { isTimeZone } from "../domain/batch-time.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, SequenceOutline, Text } from "./outline.ts";
import { didYouMean, quote } from "./suggest.ts";

export const checkNames = ({ sequences, timeZone }: Outline): readonly Finding[] => [
  ...repeated(sequences.flatMap(({ kind, name }) => (kind === "phase" && name ? [name] : []))).map(
    ({ value, start }) => {
      const message = `a phase named ${quote(value)} exists already`;
      return finding("E3001", start, message, "Give each phase a name of its own.");
    },
  ),
  ...sequences.flatMap(checkSteps),
  ...(timeZone === null ? [] : checkTimeZone(timeZone)),
];

function checkSteps({ kind, where, start, steps }: SequenceOutline): readonly Finding[] {
  const named = (kind === "phase" || kind === "rollback") && steps?.length === 0;
  const nothing = named ? [finding("W3006", start, `${where} has no steps`)] : [];
  const names = (steps ?? []).flatMap(({ name }) => name ?? []);
  const twice = repeated(names).map(({ value, start: at }) =>
    finding("W3005", at, `another step of ${where} is named ${quote(value)}`),
  );
  return [...nothing, ...twice];
}

/** The second and further appearances. */
function repeated(names: readonly Text[]): readonly Text[] {
  const seen = new Set<string>();
  return names.filter(({ value }) => {
    const again = seen.has(value);
    seen.add(value);
    return again;
  });
}

function checkTimeZone({ value, start }: Text): readonly Finding[] {
  if (value === "" || isTimeZone(value)) return [];
  const known = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  const hint = didYouMean(value, known) ?? "Use a name such as UTC or Europe/Berlin.";
  return [finding("E3403", start, `${quote(value)} is not a time zone`, hint)];
}
