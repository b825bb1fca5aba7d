import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import { moveAt } from "../../../../runtime/tenant/simulated/exchange/move-progress.ts";
import { latest } from "../../../../runtime/tenant/simulated/records.ts";
import { opened } from "./opened-world.ts";
import { FOLDER, runStep, shippedRunbook, walk } from "./shipped-walk.ts";
import type { ShippedWorld } from "./shipped-worlds.ts";

const SHIPPED = readdirSync(FOLDER).filter((file) => file.endsWith(".yaml"));

const stepsOf = ({ init, phases, finalize }: Runbook) =>
  [...init, ...phases.flatMap(({ steps }) => steps), ...finalize].map(({ name }) => name);

const usersOf = ({ tenant }: ShippedWorld) =>
  [...tenant.world.tables.users.values()].map((row) => latest(row));

/** How far the move of somebody's mailbox is, if one was begun. */
function moveOf({ tenant, now }: ShippedWorld, userId: string): string | null {
  const row = tenant.world.tables.moves.get(userId);
  const move = row === undefined ? null : latest(row);
  return move === null ? null : moveAt(move, now().getTime()).status;
}

/** Each rollback with the last step that leads to it. */
const ROLLBACKS = SHIPPED.flatMap((file) => {
  const { phases, rollbacks } = shippedRunbook(file);
  const steps = phases.flatMap((phase) => phase.steps);
  return [...rollbacks.keys()].map((name) => {
    const last = steps.findLast(({ onFailure }) => onFailure === name);
    return [file, name, last?.name ?? ""] as const;
  });
});

describe("shipped runbooks on the simulated tenant", () => {
  test.each(SHIPPED)("%s: every step ends well, for everybody and in its order", async (file) => {
    const runbook = shippedRunbook(file);
    const { done } = await walk(await opened(file), runbook);
    expect(done).toEqual(stepsOf(runbook));
  });

  test.each(ROLLBACKS)("%s: %s ends well where %s could not be done", async (file, name, step) => {
    const world = await opened(file);
    const runbook = shippedRunbook(file);
    const { variables } = await walk(world, runbook, step);
    for (const each of variables) {
      for (const undo of runbook.rollbacks.get(name) ?? []) await runStep(world, undo, each);
    }
  });

  test.each(SHIPPED)("%s: who leaves the plan before anything, or after it, can", async (file) => {
    const world = await opened(file);
    const runbook = shippedRunbook(file);
    const leave = async (all: Awaited<ReturnType<typeof walk>>["variables"]) => {
      for (const each of all) {
        for (const step of runbook.onMemberRemoved) await runStep(world, step, each);
      }
    };
    const [first] = runbook.phases.flatMap(({ steps }) => steps);
    await leave((await walk(world, runbook, first?.name)).variables);
    await leave((await walk(world, runbook)).variables);
  });

  test.each(SHIPPED)(
    "M-074 (part): %s: a check in a phase polls, as else it cannot fail",
    (file) => {
      const steps = shippedRunbook(file).phases.flatMap((phase) => phase.steps);
      const checks = steps.filter((step) => step.function.source.startsWith("Test-"));
      expect(checks.filter(({ poll }) => poll === null).map(({ name }) => name)).toEqual([]);
    },
  );

  test.each([["company-move.yaml"], ["mailbox-migration.yaml"]])(
    "%s: in the end everybody signs in and has the mailbox, under the new name",
    async (file) => {
      const world = await opened(file);
      await walk(world, shippedRunbook(file));
      for (const { TargetUpn, DisplayName, Department } of world.rows) {
        const user = usersOf(world).find((each) => each?.userPrincipalName === TargetUpn);
        expect(user).toMatchObject({
          displayName: DisplayName,
          department: Department,
          accountEnabled: true,
          mail: TargetUpn,
        });
        expect(moveOf(world, user?.id ?? "")).toBe("Completed");
      }
    },
  );

  test("M-074 (part): without polls nobody waits for a mailbox, and it shows", async () => {
    const world = await opened("company-move.yaml");
    const runbook = shippedRunbook("company-move.yaml");
    const phases = runbook.phases.map((phase) => ({
      ...phase,
      steps: phase.steps.map((step) => ({ ...step, poll: null })),
    }));
    const { done, variables } = await walk(world, { ...runbook, phases });
    expect(done).toEqual(stepsOf(runbook));
    const ids = variables.map((each) => String(each.get("TargetUserId")));
    expect(ids.map((id) => moveOf(world, id))).toEqual(ids.map(() => "Queued"));
  });
});
