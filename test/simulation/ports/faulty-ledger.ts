/** The worker's ledger behind a line that fails; its rows outlive every worker. */
import { fail } from "../../../runtime/contract/result.ts";
import type { Ledger, LedgerFailure } from "../../../runtime/ledger/ledger.ts";
import type { Life } from "../kernel/host.ts";

const UNAVAILABLE: LedgerFailure = { kind: "unavailable", detail: "simulated" };
const REFUSED = fail(UNAVAILABLE);

export const faultyLedger = (life: Life, ledger: Ledger): Ledger => ({
  begin: (jobs) =>
    life.call({
      kind: "ledger",
      name: "begin",
      perform: () => ledger.begin(jobs),
      refused: () => REFUSED,
      lost: () => REFUSED,
    }),
  finish: (jobs) =>
    life.call({
      kind: "ledger",
      name: "finish",
      perform: () => ledger.finish(jobs),
      refused: () => REFUSED,
      lost: () => REFUSED,
    }),
  prune: (before, max) =>
    life.call({
      kind: "ledger",
      name: "prune",
      perform: () => ledger.prune(before, max),
      refused: () => REFUSED,
      lost: () => REFUSED,
    }),
});
