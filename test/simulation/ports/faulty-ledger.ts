/** The worker's ledger behind a line that fails; its rows outlive every worker. */
import { fail, type Result } from "../../../runtime/contract/result.ts";
import type { Ledger, LedgerFailure } from "../../../runtime/ledger/ledger.ts";
import type { Life } from "../kernel/host.ts";

const UNAVAILABLE: LedgerFailure = { kind: "unavailable", detail: "simulated" };
const REFUSED = fail(UNAVAILABLE);

type Method = (...args: readonly unknown[]) => Promise<Result<unknown, LedgerFailure>>;

export function faultyLedger(life: Life, ledger: Ledger): Ledger {
  const faulty =
    (name: string, method: Method): Method =>
    (...args) =>
      life.call({
        kind: "ledger",
        name: `ledger.${name}`,
        perform: () => method(...args),
        refused: () => REFUSED,
        lost: () => REFUSED,
      });
  const methods = Object.entries(ledger).map(([name, method]) => [
    name,
    faulty(name, method as Method),
  ]);
  return Object.fromEntries(methods) as Ledger;
}
