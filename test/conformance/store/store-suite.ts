/** One suite for every store: each case on a store of its own. A store that lacks something says
 *  which cases it leaves out and why. */
import { describe, test } from "@jest/globals";
import { BATCHES } from "./batches.ts";
import { BULK } from "./bulk.ts";
import { DISCOVERY } from "./discovery.ts";
import { DUE } from "./due.ts";
import { INCIDENTS } from "./incidents.ts";
import { LAW_2 } from "./law-2.ts";
import { LEASES } from "./leases.ts";
import { LOOKUPS } from "./lookups.ts";
import { MOVES } from "./moves.ts";
import { OUTBOX } from "./outbox.ts";
import { RECORDS } from "./records.ts";
import { RUNBOOKS } from "./runbooks.ts";
import type { StoreCase, StoreWorld } from "./store-case.ts";
import { UNITS } from "./units.ts";
import { WORKERS } from "./workers.ts";

export type StoreUnderTest = {
  readonly name: string;
  readonly open: () => Promise<StoreWorld>;
};

const CASES: Readonly<Record<string, readonly StoreCase[]>> = {
  "Law 2": LAW_2,
  units: UNITS,
  "moves of whole sets": BULK,
  moves: MOVES,
  batches: BATCHES,
  discovery: DISCOVERY,
  "due rows": DUE,
  incidents: INCIDENTS,
  leases: LEASES,
  "look-ups": LOOKUPS,
  outbox: OUTBOX,
  records: RECORDS,
  runbooks: RUNBOOKS,
  workers: WORKERS,
};

const CASE_MS = 120_000;

export function storeSuite({ name, open }: StoreUnderTest): void {
  describe.each(Object.entries(CASES))(`${name}: %s`, (_, cases) => {
    test.each(cases.map(({ title, run }) => [title, run] as const))(
      "%s",
      async (_title, run) => {
        const world = await open();
        try {
          await run(world);
        } finally {
          await world.close();
        }
      },
      CASE_MS,
    );
  });
}
