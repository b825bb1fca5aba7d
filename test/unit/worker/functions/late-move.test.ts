/** What becomes of a mailbox whose move the runbook gave up on: nobody stops the move, so it may
 *  arrive all the same, and who is tried again must come through then. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { commit } from "../../../../runtime/tenant/simulated/changes.ts";
import { type Move, moveAt } from "../../../../runtime/tenant/simulated/exchange/move-progress.ts";
import { resumeMove } from "../../../../runtime/tenant/simulated/exchange/moves.ts";
import type { User } from "../../../../runtime/tenant/simulated/objects.ts";
import { latest, type Row } from "../../../../runtime/tenant/simulated/records.ts";
import { runStep, shippedRunbook, walk } from "./shipped-walk.ts";
import { type ShippedWorld, worldOf } from "./shipped-worlds.ts";

const START = new Date("2026-05-04T08:00:00.000Z");
const MOVING = [["company-move.yaml"], ["mailbox-migration.yaml"]] as const;
const ASKING = "mailbox-has-moved";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let stop = async () => {};
afterEach(() => stop());

async function opened(file: string): Promise<ShippedWorld> {
  const world = await worldOf(file, START);
  stop = world.tenant.stop;
  return world;
}

/** The step gave up: what its runbook undoes is undone, then `meanwhile` happens, and everybody is
 *  tried again, from that step or, after a rollback, from the first (docs/decisions/0028). */
async function triedAgain(file: string, meanwhile: (world: ShippedWorld) => void) {
  const world = await opened(file);
  const runbook = shippedRunbook(file);
  const { variables } = await walk(world, runbook, ASKING);
  const steps = runbook.phases.flatMap((phase) => phase.steps);
  const rest = steps.slice(steps.findIndex(({ name }) => name === ASKING));
  const undoing = runbook.rollbacks.get(rest[0]?.onFailure ?? "") ?? [];
  world.lapse(MINUTE_MS);
  for (const each of variables) for (const undo of undoing) await runStep(world, undo, each);
  meanwhile(world);
  if (undoing.length > 0) await walk(world, runbook);
  for (const each of variables) for (const step of rest) await runStep(world, step, each);
  const { users } = world.tenant.world.tables;
  const names = new Set(world.rows.map(({ TargetUpn }) => TargetUpn));
  return [...users.values()].flatMap((row) => {
    const user = latest(row);
    return names.has(user?.userPrincipalName) ? [user?.["accountEnabled"]] : [];
  });
}

describe("a mailbox that the runbook gave up on", () => {
  test.each(MOVING)(
    "M-117 (part): %s: who arrives after that comes through when tried again",
    async (file) => {
      expect(await triedAgain(file, ({ lapse }) => lapse(DAY_MS))).toEqual([true, true]);
    },
  );

  test.each(MOVING)(
    "M-117 (part): %s: whose move failed comes through once it was resumed in Exchange",
    async (file) => {
      expect(await triedAgain(file, breakAndResume)).toEqual([true, true]);
    },
  );
});

function breakAndResume({ tenant: { world }, now, lapse }: ShippedWorld): void {
  const scene = () => ({ world, now: now().getTime() });
  const moves = [...world.tables.moves].map(([key, row]) => ({ key, move: latest(row) as Move }));
  for (const { key, move } of moves)
    commit(scene(), [{ table: "moves", key, value: { ...move, failsAtPercent: 10 } }]);
  lapse(DAY_MS);
  for (const { key, move } of moves) {
    expect(moveAt({ ...move, failsAtPercent: 10 }, scene().now).status).toBe("Failed");
    const user = latest(world.tables.users.get(key) as Row<User>) as User;
    commit(scene(), resumeMove(scene(), user).changes);
  }
}
