/** What a SQL server or the way to it said, as a reason for people.
 *  L3. No reason quotes a cell: rows hold personal data, and servers like to quote them. */
import { passesByItself } from "../../contract/tds-errors.ts";
import type { SourceFailure } from "../failure.ts";
import { withoutQuotes } from "../without-quotes.ts";

export function failureOf(error: Error): SourceFailure {
  const reason = `${withoutQuotes(error.message).replace(/\.$/, "")}.`;
  return passesByItself(error)
    ? { kind: "unavailable", reason }
    : { kind: "refused", reason: `The query cannot be run: ${reason}` };
}
