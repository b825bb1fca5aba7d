/** What questions are answered from: reports, the log, and what runbook versions say. */
import type { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import type { Instant } from "../contract/instant.ts";
import type { Result } from "../contract/result.ts";
import type { Runbook } from "../domain/runbook.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Reports } from "../store/reports.ts";

export type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type QueryParts = {
  readonly reports: Reports;
  /** As the engine keeps it: compiled once. */
  readonly plan: (name: RunbookName, version: RunbookVersion) => Answer<Runbook | null>;
};

/** An instant as the contract writes it; ISO text by construction. */
export const instantOf = (at: Date): Instant => at.toISOString() as Instant;
export const instantOrNull = (at: Date | null): Instant | null =>
  at === null ? null : instantOf(at);
