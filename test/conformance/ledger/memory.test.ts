import { memoryLedger } from "../../../runtime/ledger/memory/memory-ledger.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { ledgerSuite } from "./ledger-suite.ts";

ledgerSuite({
  name: "in memory",
  open: () => {
    const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
    const ledger = memoryLedger(clock.now);
    const another = () => ledger;
    const inKilledProcess = async () => {};
    const world = { ledger, another, inKilledProcess, pass: clock.advance, now: clock.now };
    return { world, close: () => {} };
  },
  lacks: { "survives-its-process": "it ends with its process" },
});
