/** One runbook's turn in a tick. Whatever goes wrong in it is noted on the runbook and goes no
 *  further, but for a store that fails or a lease that is lost: those end the tick (M-005). */
import type { BatchId } from "../contract/ids.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Runbook } from "../domain/runbook.ts";
import type { Engine } from "../engine/engine.ts";
import type { Source } from "../sources/source.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { RunbookRecord } from "../store/runbooks.ts";
import type { Store } from "../store/store.ts";
import { discover, type NotLooked } from "./discover.ts";
import type { Hand } from "./hand.ts";
import { FOUND_NOTHING, type RunbookReport, type SchedulerFault } from "./scheduler.ts";

export type Turn<Receipt> = {
  readonly store: Store<Receipt>;
  readonly engine: Engine;
  readonly sources: Source;
  readonly observe: (fault: SchedulerFault) => void;
  readonly hand: Hand;
  readonly tickAt: Date;
  readonly holding: ReadonlySet<BatchId>;
};

type Outcome = Omit<RunbookReport, "name" | "version">;
type Taken = Promise<Result<RunbookReport, CommitFailure>>;

export async function takeTurn<Receipt>(turn: Turn<Receipt>, record: RunbookRecord): Taken {
  const outcome = await outcomeOf(turn, record);
  if (!outcome.ok) return outcome;
  const { name, version, lastError } = record;
  const { error } = outcome.value;
  if (outcome.value.outcome !== "automation-off" && error !== lastError) {
    const noted = await turn.store.runbooks.noteError(name, version, error);
    if (!noted.ok) return noted;
    if (error !== null) turn.observe({ kind: "runbook-failed", name, reason: error });
  }
  return ok({ name, version, ...outcome.value });
}

async function outcomeOf<Receipt>(
  turn: Turn<Receipt>,
  record: RunbookRecord,
): Promise<Result<Outcome, CommitFailure>> {
  const automation = await turn.store.runbooks.automation(record.name);
  if (!automation.ok) return automation;
  if (automation.value?.enabled !== true) {
    return ok({ outcome: "automation-off", error: record.lastError, found: FOUND_NOTHING });
  }
  try {
    const runbook = await turn.engine.plan(record.name, record.version);
    if (!runbook.ok) return runbook;
    if (runbook.value === null) return ok(failed("The text of its active version is not there."));
    return await look(turn, record, runbook.value);
  } catch (error) {
    turn.observe({ kind: "threw", doing: `looking for members of ${record.name}`, error });
    return ok(failed(error instanceof Error ? error.message : "It threw something."));
  }
}

async function look<Receipt>(
  { store, sources, hand, tickAt, holding }: Turn<Receipt>,
  record: RunbookRecord,
  runbook: Runbook,
): Promise<Result<Outcome, CommitFailure>> {
  const looked = await discover({ store, sources, hand, tickAt, record, runbook, holding });
  if (!looked.ok) return notLooked(looked.error);
  return ok({ outcome: "looked", error: looked.value.problem, found: looked.value.found });
}

const notLooked = (error: NotLooked): Result<Outcome, CommitFailure> =>
  error.kind === "store"
    ? fail(error.failure)
    : ok({ outcome: "source-failed", error: error.reason, found: FOUND_NOTHING });

const failed = (error: string): Outcome => ({ outcome: "failed", error, found: FOUND_NOTHING });
