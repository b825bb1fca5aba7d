/** What a SQL server or the way to it said, as a reason for people.
 *  L3. No reason quotes a cell: rows hold personal data, and servers like to quote them. */
import { passesByItself } from "../../contract/tds-errors.ts";
import type { SourceFailure } from "../failure.ts";
import { withoutQuotes } from "../without-quotes.ts";

export function failureOf(thrown: Error): SourceFailure {
  const error = firstOf(thrown);
  const reason = `${withoutQuotes(error.message).replace(/\.$/, "")}.`;
  if (passesByItself(error)) return { kind: "unavailable", reason };
  return isNamed(error)
    ? { kind: "refused", reason: `The query cannot be run: ${reason}` }
    : { kind: "unavailable", reason: `The answer cannot be read: ${reason}` };
}

/** Where a server says several things, the others follow from the first. */
const firstOf = (error: Error): Error =>
  error instanceof AggregateError ? error.errors[0] : error;

/** Whatever the server or the driver refuses has a number or a code; bytes that stop have none. */
const isNamed = (error: Error): boolean => "number" in error || "code" in error;
