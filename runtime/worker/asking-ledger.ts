/** Asks the ledger about jobs before their functions run: to begin them, or only what it knows.
 *  A1. Once the worker has to end nobody goes on, whatever the ledger answers then.
 *  A2. What the ledger was asked to begin and is not gone on with is withdrawn, so that another
 *      delivery finds it new. It counts as begun until it is: a crash before that leaves a start
 *      without an end, which is for a person to judge, and never a second run. */
import { ok, type Result } from "../contract/result.ts";
import type { Ledger, LedgerFailure, LedgerState } from "../ledger/ledger.ts";
import type { Clock } from "../time/clock.ts";
import { type Delivery, ledgerJob } from "./delivery.ts";
import type { Observe } from "./fault.ts";
import { keepTrying } from "./keep-trying.ts";

export type AskingParts = {
  readonly ledger: Pick<Ledger, "begin" | "withdraw" | "recall">;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Nothing is begun or answered any more. */
  readonly ending: AbortSignal;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

export type AskingLedger<Asked> = {
  readonly begin: (all: readonly Asked[]) => void;
  readonly recall: (all: readonly Asked[]) => void;
  /** Resolves when everything that was asked so far is answered. */
  readonly answered: () => Promise<void>;
};

export function askingLedger<Asked extends Delivery>(
  parts: AskingParts,
  goOn: (asked: Asked, state: LedgerState) => void,
): AskingLedger<Asked> {
  const { ledger, ending, defect } = parts;
  const open = new Set<Promise<void>>();
  const track = (asking: Promise<void>): void => {
    const answered = asking.catch(defect).finally(() => open.delete(answered));
    open.add(answered);
  };
  const goOnWith = (all: readonly Asked[], states: readonly LedgerState[]): void => {
    for (const [index, state] of ending.aborted ? [] : states.entries()) {
      const asked = all[index];
      if (asked !== undefined) goOn(asked, state);
    }
  };
  const begin = async (all: readonly Asked[]): Promise<void> => {
    for (const { held } of all) held.work.isBegun = true;
    const states = await statesOf(parts, () => ledger.begin(all.map(ledgerJob)));
    if (ending.aborted && !(await isWithdrawn(parts, all))) return;
    for (const { held } of all) held.work.isBegun = false;
    goOnWith(all, states);
  };
  const recall = async (all: readonly Asked[]): Promise<void> => {
    goOnWith(all, await statesOf(parts, () => recalled(ledger, all)));
  };
  return {
    begin: (all) => track(begin(all)),
    recall: (all) => track(recall(all)),
    answered: async () => void (await Promise.all(open)),
  };
}

type States = Result<readonly LedgerState[], LedgerFailure>;

/** None when the worker had to end before the ledger answered. */
async function statesOf(
  { clock, ending, observe }: AskingParts,
  ask: () => Promise<States>,
): Promise<readonly LedgerState[]> {
  const failed = (failure: LedgerFailure): void => observe({ kind: "ledger-failed", failure });
  return (await keepTrying(ask, { clock, signal: ending, failed })) ?? [];
}

/** What is not done counts as new: such a function may run again. */
async function recalled(ledger: Pick<Ledger, "recall">, all: readonly Delivery[]): Promise<States> {
  const known = await ledger.recall(all.map(({ job }) => job.jobId));
  if (!known.ok) return known;
  return ok(
    known.value.map((result) => (result === null ? { kind: "new" } : { kind: "done", result })),
  );
}

/** Asked once: who has to end does not try again. */
async function isWithdrawn(
  { ledger, observe }: AskingParts,
  all: readonly Delivery[],
): Promise<boolean> {
  const withdrawn = await ledger.withdraw(all.map(ledgerJob));
  if (!withdrawn.ok) observe({ kind: "ledger-failed", failure: withdrawn.error });
  return withdrawn.ok;
}
