/** Where members come from, as a port. A source is asked a question and read in pages, so that a
 *  remote one can fetch the next page while nobody holds all of them.
 *  Q1. An error is not an empty answer: a page that could not be had is a failure, and then the
 *      whole reading says nothing about anybody (R32, I24).
 *  Q2. Only the last page says whether the answer was complete. A reading that was cut off by a
 *      limit, or whose source counts other rows than it sent, is not.
 *  Q3. Reading changes nothing in the source. */
import type { RunbookName } from "../contract/identifiers.ts";
import type { Result } from "../contract/result.ts";
import type { DataSource } from "../domain/runbook.ts";
import type { SourceFailure } from "./failure.ts";

export type SourceCell = string | number | boolean | null;
/** One cell for each column of the reading, in the same order. */
export type SourceRow = readonly SourceCell[];

export type Question = {
  readonly runbookName: RunbookName;
  readonly source: DataSource;
  /** Bound to the query by name, never put into its text. */
  readonly values?: ReadonlyMap<string, string | number | null>;
};

export type SourcePage = {
  readonly rows: readonly SourceRow[];
  readonly end: SourceEnd | null;
};
export type SourceEnd =
  | { readonly complete: true }
  /** Why rows may be missing, for a person. */
  | { readonly complete: false; readonly why: string };

export type Reading = {
  readonly columns: readonly string[];
  /** One at a time, until a page has an end. */
  readonly next: () => Promise<Result<SourcePage, SourceFailure>>;
  /** Ends it early or after its end; twice does nothing. */
  readonly close: () => Promise<void>;
};

export type Source = {
  readonly ask: (question: Question) => Promise<Result<Reading, SourceFailure>>;
};
