/** One case of the suite: a sentence, what an adapter must be able to do for it, and the proof.
 *  Case files import `ledgerCase` as `test`, so that their titles are found like those of tests. */
import type { Ledger, LedgerJob } from "../../../runtime/ledger/ledger.ts";

/** What a case sees of the adapter: an empty ledger, and a clock that it may move. */
export type World = {
  readonly ledger: Ledger;
  /** A second process on the same rows. */
  readonly another: () => Ledger;
  readonly pass: (ms: number) => void;
  readonly now: () => Date;
  /** Begins jobs and finishes some of them in a process that is then killed without warning. */
  readonly inKilledProcess: (
    began: readonly LedgerJob[],
    finished: readonly (LedgerJob & { readonly result: string })[],
  ) => Promise<void>;
};

export type Capability = "survives-its-process";

export type LedgerCase = {
  readonly title: string;
  readonly needs: readonly Capability[];
  readonly run: (world: World) => Promise<void>;
};

export const ledgerCase = (
  title: string,
  run: LedgerCase["run"],
  ...needs: readonly Capability[]
): LedgerCase => ({ title, run, needs });
