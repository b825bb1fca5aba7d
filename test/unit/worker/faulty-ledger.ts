/** A ledger that fails for a while, or stops answering, as a test says. */

import { fail } from "../../../runtime/contract/result.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { through, type Weather } from "./faulty.ts";

const AWAY = fail({ kind: "unavailable", detail: "away" } as const);

export const badBegin =
  (of: Weather) =>
  (ledger: Ledger): Ledger => ({
    ...ledger,
    begin: (jobs) => through(of, () => ledger.begin(jobs), AWAY),
  });

export const badWithdraw =
  (of: Weather) =>
  (ledger: Ledger): Ledger => ({
    ...ledger,
    withdraw: (jobs) => through(of, () => ledger.withdraw(jobs), AWAY),
  });

export const badRecall =
  (of: Weather) =>
  (ledger: Ledger): Ledger => ({
    ...ledger,
    recall: (jobs) => through(of, () => ledger.recall(jobs), AWAY),
  });

export const badFinish =
  (of: Weather) =>
  (ledger: Ledger): Ledger => ({
    ...ledger,
    finish: (jobs) => through(of, () => ledger.finish(jobs), AWAY),
  });
