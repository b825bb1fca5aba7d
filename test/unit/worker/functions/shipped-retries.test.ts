/** What comes after a shipped runbook has undone something: who is tried again begins with the
 *  first step (docs/decisions/0028), on a tenant that has what was not undone. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import type { VariableValue } from "../../../../runtime/domain/template.ts";
import { latest } from "../../../../runtime/tenant/simulated/records.ts";
import { opened } from "./opened-world.ts";
import { FOLDER, runStep, shippedRunbook, walk } from "./shipped-walk.ts";
import type { ShippedWorld } from "./shipped-worlds.ts";

/** Every change is shown by then. */
const SHOWN_MS = 60_000;

async function runFor(
  world: ShippedWorld,
  all: readonly Map<string, VariableValue>[],
  steps: Runbook["onMemberRemoved"],
) {
  world.lapse(SHOWN_MS);
  for (const each of all) for (const step of steps) await runStep(world, step, each);
  world.lapse(SHOWN_MS);
}

const undoing = ({ rollbacks }: Runbook, name: string) => rollbacks.get(name) ?? [];

/** Every step that is undone when it fails, and by what. */
const UNDONE = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".yaml"))
  .flatMap((file) =>
    shippedRunbook(file).phases.flatMap(({ steps }) =>
      steps.flatMap(({ name, onFailure }) =>
        onFailure === null ? [] : [[file, name, onFailure] as const],
      ),
    ),
  );

describe("shipped runbooks, when something was undone", () => {
  test.each(UNDONE)(
    "M-117 (part): %s: who failed at %s comes through at the next attempt, after %s",
    async (file, step, rollback) => {
      const world = await opened(file);
      const runbook = shippedRunbook(file);
      const { variables } = await walk(world, runbook, step);
      await runFor(world, variables, undoing(runbook, rollback));
      const { done } = await walk(world, runbook);
      expect(done).toContain(step);
    },
  );

  test("M-117 (part): b2b-to-internal.yaml: a late convert can be invited", async () => {
    const world = await opened("b2b-to-internal.yaml");
    const runbook = shippedRunbook("b2b-to-internal.yaml");
    const { variables } = await walk(world, runbook, "assign-licence");
    const { users } = world.tenant.world.tables;
    const before = users.size;
    await runFor(world, variables, undoing(runbook, "invite-again"));
    expect(users.size).toBe(before);
  });

  test("M-117 (part): mailbox-migration.yaml: who leaves on the day leaves the group", async () => {
    const world = await opened("mailbox-migration.yaml");
    const runbook = shippedRunbook("mailbox-migration.yaml");
    const { variables } = await walk(world, runbook, "mailbox-has-moved");
    const { groups, members } = world.tenant.world.tables;
    const isMeant = ([, row]: [string, Parameters<typeof latest>[0]]) =>
      Object(latest(row)).displayName === "fabrikam-coexistence";
    const group = [...groups].find(isMeant)?.[0];
    const left = () =>
      [...members].filter(([key, row]) => key.startsWith(`${group}/`) && latest(row) !== null);
    expect(left()).toHaveLength(world.rows.length);
    await runFor(world, variables, runbook.onMemberRemoved);
    expect(left()).toEqual([]);
  });
});
