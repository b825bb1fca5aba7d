import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { answerOf } from "../../conformance/bus/answers.ts";
import { itemOf, takeJobs } from "../engine/temporary-engine.ts";
import { batchAt, membersOf, nameOf, told } from "./found.ts";
import { PLAIN, publish, REMOVAL } from "./runbook-texts.ts";
import { answerJobs, look, openWorld, type World } from "./scheduler-world.ts";
import { EVERY_MS, HOUR } from "./times-of-tests.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const T2 = "2026-03-04T08:00:00.000Z";
const row = (Key: string, Start = T1) => ({ Key, Start });

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

const membersAt = async (key: string) =>
  told(await membersOf(world, (await batchAt(world, key)).id));

test("X-55: a changed time moves a member who has not started, without undoing", async () => {
  await publish(world, { offsets: ["T-1h"], top: REMOVAL });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  world.tables.set(PLAIN, [row("ann", T2), row("bob")]);
  expect((await look(world)).found).toMatchObject({ moved: 1, added: 0, removed: 0 });
  expect(takeJobs(world)).toEqual([]);
  expect(await membersAt(T1)).toEqual(["ann removed", "bob active"]);
  expect(await membersAt(T2)).toEqual(["ann active"]);
  world.clock.advance(60 * HOUR);
  expect(await look(world)).toMatchObject({ found: { moved: 0, unchanged: 2 } });
  const begun = takeJobs(world).map(({ parameters }) => parameters["Key"]);
  expect(begun.toSorted()).toEqual(["ann", "bob"]);
});

test("X-55, R36, I2: one who has started is undone first; the new batch waits for it", async () => {
  await publish(world, { offsets: ["T-2d"], top: REMOVAL });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  const [ann, bob] = takeJobs(world);
  if (ann === undefined || bob === undefined) throw new Error("two jobs are out");
  world.tables.set(PLAIN, [row("ann", T2), row("bob")]);
  world.clock.advance(3 * HOUR);
  expect((await look(world)).found).toMatchObject({ moved: 1 });
  expect(await membersAt(T1)).toEqual(["ann removed", "bob active"]);
  expect(await membersAt(T2)).toEqual(["ann active"]);
  expect(takeJobs(world)).toEqual([]);
  await answerJobs(world, [ann]);
  const undoing = takeJobs(world);
  expect(undoing.map(({ kind }) => kind)).toEqual(["removal"]);
  await answerJobs(world, undoing);
  await look(world);
  expect(takeJobs(world).map(({ kind, parameters }) => [kind, parameters["Key"]])).toEqual([
    ["step", "ann"],
  ]);
});

test("R36: who waits for a batch that was done before begins at the next tick", async () => {
  await publish(world, { offsets: ["T-2d"], top: ["on_reschedule: remove_add"] });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  await answerJobs(world, takeJobs(world).slice(0, 1));
  world.clock.advance(3 * HOUR);
  world.tables.set(PLAIN, [row("ann", T2), row("bob")]);
  expect((await look(world)).found).toMatchObject({ moved: 0, held: 1 });
  const { id } = await batchAt(world, T1);
  const ann = (await membersOf(world, id)).find(({ key }) => key === "ann");
  const memberIds = ann === undefined ? [] : [ann.id];
  await world.engine.handle([itemOf(id, { kind: "approve-removals", memberIds, ifSeq: null })]);
  expect((await look(world)).found).toMatchObject({ moved: 1 });
  world.clock.advance(EVERY_MS);
  await look(world);
  const jobs = takeJobs(world);
  expect(jobs.map(({ parameters }) => parameters["Key"])).toEqual(["ann"]);
});

test("X-57: a member may go back to the batch it came from, as another generation", async () => {
  await publish(world, { offsets: ["T-1h"] });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  world.tables.set(PLAIN, [row("ann", T2), row("bob")]);
  await look(world);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  expect((await look(world)).found).toMatchObject({ moved: 1 });
  expect(await membersAt(T1)).toEqual(["ann active", "bob active"]);
  expect(await membersAt(T2)).toEqual(["ann removed"]);
});

test("X-70: moves that undo count as removals, and are held with them", async () => {
  await publish(world, { offsets: ["T-2d"], top: REMOVAL });
  const keys = Array.from({ length: 12 }, (_, index) => `m-${index}`);
  world.tables.set(
    PLAIN,
    keys.map((key) => row(key)),
  );
  await look(world);
  expect(takeJobs(world)).toHaveLength(12);
  world.tables.set(
    PLAIN,
    keys.map((key, index) => row(key, index < 6 ? T2 : T1)),
  );
  expect((await look(world)).found).toMatchObject({ moved: 0, held: 6 });
  expect((await batchAt(world, T1)).activeMembers).toBe(12);
  expect(answerOf(await world.store.batches.find(nameOf(), T2))).toBeNull();
});

test("a tick that was cut off within a move is completed by the next one", async () => {
  await publish(world, { offsets: ["T-1h"] });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  world.tables.set(PLAIN, [row("ann", T2), row("bob")]);
  const never = new Promise<never>(() => {});
  const engine = {
    ...world.engine,
    handle: (...given: Parameters<World["engine"]["handle"]>) =>
      given[0].some(({ input }) => input.kind === "member-added")
        ? never
        : world.engine.handle(...given),
  };
  void world.another("host-b", { engine }).tick();
  const left = async () => (await membersAt(T1)).includes("ann removed");
  while (!(await left())) await new Promise((resolve) => setImmediate(resolve));
  world.clock.advance(2 * HOUR);
  await look({ scheduler: world.another("host-c") });
  expect(await membersAt(T2)).toEqual(["ann active"]);
  expect((await batchAt(world, T2)).status).toBe("active");
});
