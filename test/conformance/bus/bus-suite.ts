/** The suite every adapter of the bus must pass. An adapter says what it lacks, with the reason;
 *  the cases that need it are then skipped with that reason in their title. */
import { describe, test } from "@jest/globals";
import { BLUEPRINT } from "./blueprint.ts";
import type { BusCase, Capability, World } from "./bus-case.ts";
import { DEAD_LETTERS } from "./dead-letters.ts";
import { DEFERRAL } from "./deferral.ts";
import { DUPLICATES } from "./duplicates.ts";
import { EXPIRY } from "./expiry.ts";
import { FILTERS } from "./filters.ts";
import { HOSTS } from "./hosts.ts";
import { LIMITS_OF_MESSAGES } from "./limits.ts";
import { LOCKS } from "./locks.ts";
import { PEEKING } from "./peeking.ts";
import { PUBLISHING } from "./publishing.ts";
import { SCHEDULING } from "./scheduling.ts";
import { SESSIONS } from "./sessions.ts";
import { SETTLING } from "./settling.ts";
import { WAITING } from "./waiting.ts";

export type BusAdapter = {
  readonly name: string;
  readonly open: () => Promise<World>;
  readonly close: (world: World) => Promise<void>;
  readonly lacks: Readonly<Partial<Record<Capability, string>>>;
};

const SUBJECTS: readonly (readonly [subject: string, cases: readonly BusCase[]])[] = [
  ["publishing", PUBLISHING],
  ["limits", LIMITS_OF_MESSAGES],
  ["filters", FILTERS],
  ["locks", LOCKS],
  ["settling", SETTLING],
  ["dead letters", DEAD_LETTERS],
  ["expiry", EXPIRY],
  ["duplicates", DUPLICATES],
  ["scheduling", SCHEDULING],
  ["deferral", DEFERRAL],
  ["peeking", PEEKING],
  ["sessions", SESSIONS],
  ["waiting", WAITING],
  ["hosts", HOSTS],
  ["the blueprint's topics", BLUEPRINT],
];

export function busSuite(adapter: BusAdapter): void {
  describe.each(SUBJECTS)(`${adapter.name}: %s`, (_subject, cases) => {
    for (const each of cases) declare(adapter, each);
  });
}

function declare({ open, close, lacks }: BusAdapter, { title, needs, run }: BusCase): void {
  const reason = needs.map((need) => lacks[need]).find((each) => each !== undefined);
  if (reason !== undefined) {
    test.skip(`${title} (skipped: ${reason})`, () => undefined);
    return;
  }
  test(title, async () => {
    const world = await open();
    try {
      await run(world);
    } finally {
      await close(world);
    }
  });
}
