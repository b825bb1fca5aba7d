import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { itemOf } from "../engine/temporary-engine.ts";
import { batchAt, eventsOf, membersOf, told } from "./found.ts";
import { PLAIN, publish } from "./runbook-texts.ts";
import { look, openWorld, type World } from "./scheduler-world.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const T2 = "2026-03-04T08:00:00.000Z";

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await publish(world);
  world.tables.set(PLAIN, rows(T1));
  await look(world);
  await removeByHand();
});
afterEach(() => world.remove());

const rows = (annAt: string | null, note = "") => [
  ...(annAt === null ? [] : [{ Key: "ann", Start: annAt, Note: note }]),
  { Key: "bob", Start: T1, Note: note },
];

async function removeByHand(): Promise<void> {
  const { id } = await batchAt(world, T1);
  const [ann] = await membersOf(world, id);
  if (ann === undefined) throw new Error("nobody is there");
  const { id: memberId, generation } = ann;
  const why = "removed_by_operator";
  const removed = itemOf(id, { kind: "member-removed", memberId, generation, why });
  expect(await world.engine.handle([removed])).toMatchObject([{ verdict: "applied" }]);
}

const members = async (start = T1): Promise<readonly string[]> =>
  told(await membersOf(world, (await batchAt(world, start)).id));

test("X-57: whom an operator removed stays out while its row stays, whatever changes", async () => {
  for (const note of ["", "new", "newer"]) {
    world.tables.set(PLAIN, rows(T1, note));
    expect((await look(world)).found).toMatchObject({ returned: 0, added: 0 });
  }
  expect(await members()).toEqual(["ann removed", "bob active"]);
  const { id } = await batchAt(world, T1);
  expect(await eventsOf(world, id)).not.toContain("member.returned");
});

test("X-57: it returns when its row was gone and is back, and that is told once", async () => {
  world.tables.set(PLAIN, rows(null));
  await look(world);
  await look(world);
  world.tables.set(PLAIN, rows(T1));
  expect((await look(world)).found).toMatchObject({ returned: 1 });
  expect(await members()).toEqual(["ann active", "bob active"]);
  const { id } = await batchAt(world, T1);
  const lapses = (await eventsOf(world, id)).filter((type) => type === "removal.lapsed");
  expect(lapses).toHaveLength(1);
});

test("X-57, R32: a look that was cut off or cannot place the row is no absence", async () => {
  world.tables.set(PLAIN, rows(null), { complete: false, why: "cut off" });
  await look(world);
  world.tables.set(PLAIN, [...rows("no time"), ...rows(null).slice(1)]);
  await look(world);
  world.tables.set(PLAIN, [...rows(T1), ...rows(T2)]);
  await look(world);
  world.tables.set(PLAIN, rows(T1));
  expect((await look(world)).found).toMatchObject({ returned: 0 });
  expect(await members()).toEqual(["ann removed", "bob active"]);
});

test("X-57: planned into another batch it joins that one, and may come back from it", async () => {
  world.tables.set(PLAIN, rows(T2));
  expect((await look(world)).found).toMatchObject({ added: 1 });
  expect(await members(T2)).toEqual(["ann active"]);
  world.tables.set(PLAIN, rows(T1));
  expect((await look(world)).found).toMatchObject({ moved: 1 });
  expect(await members()).toEqual(["ann active", "bob active"]);
});
