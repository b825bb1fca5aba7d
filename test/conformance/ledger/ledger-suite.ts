/** The suite every adapter of the ledger must pass. An adapter says what it lacks, with the
 *  reason; the cases that need it are then skipped with that reason in their title. */
import { describe, test } from "@jest/globals";
import { LEDGER_CASES } from "./cases.ts";
import type { Capability, LedgerCase, World } from "./ledger-case.ts";

export type LedgerAdapter = {
  readonly name: string;
  readonly open: () => { readonly world: World; readonly close: () => void };
  readonly lacks: Readonly<Partial<Record<Capability, string>>>;
};

export function ledgerSuite(adapter: LedgerAdapter): void {
  describe(`${adapter.name}: ledger`, () => {
    for (const each of LEDGER_CASES) declare(adapter, each);
  });
}

function declare({ open, lacks }: LedgerAdapter, { title, needs, run }: LedgerCase): void {
  const reason = needs.map((need) => lacks[need]).find((each) => each !== undefined);
  if (reason !== undefined) {
    test.skip(`${title} (skipped: ${reason})`, () => undefined);
    return;
  }
  test(title, async () => {
    const { world, close } = open();
    try {
      await run(world);
    } finally {
      close();
    }
  });
}
