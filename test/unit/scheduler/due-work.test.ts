import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { WorkerOutcome } from "../../../runtime/contract/messages/worker-result.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { failure, NOT_YET, resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { itemOf, takeJobs } from "../engine/temporary-engine.ts";
import { batchAt, batchesOf, eventsOf, membersOf, nameOf, told } from "./found.ts";
import { IMMEDIATE, PLAIN, publish, step, yamlOf } from "./runbook-texts.ts";
import { answerJobs, look, openWorld, type World } from "./scheduler-world.ts";
import { HOUR, MINUTE } from "./times-of-tests.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const row = (Key: string, Start = T1) => ({ Key, Start });

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

const planned = async (): Promise<void> => {
  await publish(world, { offsets: ["T-1h"] });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  expect(takeJobs(world)).toEqual([]);
  world.clock.advance(26 * HOUR);
};

test("M-006, M-012, I15: a phase that is due is dispatched once", async () => {
  await planned();
  const report = await world.scheduler.tick();
  expect(report.handled).toBeGreaterThan(0);
  expect(takeJobs(world)).toHaveLength(2);
  await world.scheduler.tick();
  expect(takeJobs(world)).toEqual([]);
});

test.each([
  [
    "automation is off",
    () => world.engine.setAutomation(nameOf(), false, "ada").then((done) => answerOf(done)),
  ],
  ["its version is active no more", () => world.store.runbooks.deactivate(nameOf())],
  [
    "its source is down",
    async () => world.tables.fail(PLAIN, { kind: "unavailable", reason: "down." }),
  ],
  ["its adapter throws", async () => world.tables.throwFor(PLAIN)],
])("R25, M-008, I15: a phase is dispatched also when %s", async (_, happens) => {
  await planned();
  await happens();
  expect((await world.scheduler.tick()).outcome).toBe("done");
  expect(takeJobs(world)).toHaveLength(2);
});

test("R25: what is due is done before a source is asked", async () => {
  await planned();
  const answer = world.tables.hold();
  const asked = world.tables.asked();
  const ticking = world.scheduler.tick();
  while (world.tables.asked() === asked) await new Promise((resolve) => setImmediate(resolve));
  expect(takeJobs(world)).toHaveLength(2);
  answer();
  await ticking;
});

test("X-20 (part): a retry whose wake-up was lost is found by the tick", async () => {
  const offsets = ["T-0"];
  const top = ["retry: {max_retries: 2, interval: 1m}"];
  await publish(world, { offsets, top, source: IMMEDIATE });
  world.tables.set(PLAIN, [{ Key: "ann" }]);
  await look(world);
  const [job] = takeJobs(world);
  if (job === undefined) throw new Error("no job");
  const [found] = await batchesOf(world);
  if (found === undefined) throw new Error("no batch");
  await world.engine.handle([itemOf(found.batch.id, resultOf(job, failure()))]);
  expect(takeJobs(world)).toEqual([]);
  world.clock.advance(HOUR);
  await look(world);
  expect(takeJobs(world)).toMatchObject([{ attempt: 2 }]);
});

test("M-007, X-20 (part): step and init whose poll-check was lost are asked again", async () => {
  const each = ["poll: {interval: 5m, timeout: 12h}"];
  const init = [...step("  ", "prepare", each)].filter((line) => !/params|Key/.test(line));
  await publish(world, { top: ["init:", ...init], source: IMMEDIATE, each });
  world.tables.set(PLAIN, [{ Key: "ann" }]);
  await look(world);
  const [found] = await batchesOf(world);
  if (found === undefined) throw new Error("no batch");
  const answer = async (outcome: WorkerOutcome): Promise<void> => {
    const [job] = takeJobs(world);
    if (job === undefined) throw new Error("no job");
    await world.engine.handle([itemOf(found.batch.id, resultOf(job, outcome))]);
  };
  for (const end of [SUCCESS, SUCCESS]) {
    await answer(NOT_YET);
    await look(world);
    expect(takeJobs(world)).toEqual([]);
    world.clock.advance(5 * MINUTE);
    await look(world);
    await answer(end);
    await look(world);
  }
  expect((await batchesOf(world))[0]?.batch.status ?? "ended").toBe("ended");
});

/** An engine that ends, as if its process had, when it comes to such an input. */
const dyingAt = (kind: string): World["engine"] => ({
  ...world.engine,
  handle: (...given) =>
    given[0].some(({ input }) => input.kind === kind)
      ? new Promise<never>(() => {})
      : world.engine.handle(...given),
});

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
};

const dies = async (kind: string, seen: () => Promise<boolean>): Promise<void> => {
  void world.another("host-b", { engine: dyingAt(kind) }).tick();
  await until(seen);
  world.clock.advance(HOUR);
};

test.each([
  ["planned", {}, [row("ann"), row("bob")]],
  ["immediate", { source: IMMEDIATE }, [{ Key: "ann" }, { Key: "bob" }]],
])("M-014 (part): a %s batch left without members gets them", async (_, kind, rows) => {
  await publish(world, kind);
  world.tables.set(PLAIN, rows);
  await dies("member-added", async () => (await batchesOf(world)).length === 1);
  expect((await look(world)).found).toMatchObject({ added: 2, batchesMade: 0, begun: 1 });
  const [found] = await batchesOf(world);
  expect(found?.batch).toMatchObject({ status: "active", activeMembers: 2 });
});

test("R25: a batch that never began begins, also when nobody looks for more", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await dies("batch-detected", async () => (await batchesOf(world))[0]?.batch.activeMembers === 2);
  expect((await batchAt(world, T1)).status).toBe("detected");
  answerOf(await world.engine.setAutomation(nameOf(), false, "ada"));
  expect((await world.scheduler.tick()).begun).toBe(1);
  expect((await batchAt(world, T1)).status).toBe("active");
  expect((await world.scheduler.tick()).begun).toBe(0);
});

test("R41: a batch found but not begun begins on the version published since", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann")]);
  await dies("batch-detected", async () => (await batchesOf(world))[0]?.batch.activeMembers === 1);
  await publish(world, { offsets: ["T-2h", "T-1h"] });
  await look(world);
  expect(await batchAt(world, T1)).toMatchObject({ status: "active", version: 2 });
  world.clock.advance(30 * HOUR);
  await look(world);
  expect(await answerJobs(world)).toBe(1);
  expect(await answerJobs(world)).toBe(1);
  expect((await batchAt(world, T1)).status).toBe("completed");
});

test("M-006, R41, X-72: batches that did not hear of a new version are told once", async () => {
  await publish(world);
  const T2 = "2026-03-05T08:00:00.000Z";
  world.tables.set(PLAIN, [row("ann"), row("bob", T2)]);
  await look(world);
  const told = { cause: "publish", type: "runbook.published", actor: "ada", detail: {} };
  const record = answerOf(await world.store.runbooks.active(nameOf()));
  if (record === null) throw new Error("no version");
  const yaml = yamlOf({ offsets: ["T-2h", "T-1h"] });
  const next = { ...record, yaml, dataTableName: "another_table", steps: [] };
  answerOf(await world.store.runbooks.publish(next, () => [told]));
  world.clock.advance(HOUR);
  await look(world);
  world.clock.advance(HOUR);
  await look(world);
  for (const key of [T1, T2]) {
    const batch = await batchAt(world, key);
    expect(batch.version).toBe(2);
    expect(
      (await eventsOf(world, batch.id)).filter((type) => type === "batch.version"),
    ).toHaveLength(1);
  }
});

test("M-005: a broken runbook or source keeps nobody else from its turn", async () => {
  const names = ["aaa", "bbb", "ccc", "ddd"];
  for (const name of names) {
    await publish(world, { name });
    world.tables.set(name, [row("ann")]);
  }
  world.tables.throwFor("aaa");
  world.tables.fail("bbb", { kind: "refused", reason: "No such table." });
  const report = await world.scheduler.tick();
  expect(report.runbooks.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["aaa", "failed"],
    ["bbb", "source-failed"],
    ["ccc", "looked"],
    ["ddd", "looked"],
  ]);
  expect((await batchAt(world, T1, "ddd")).activeMembers).toBe(1);
  const errors = await Promise.all(
    names.map(async (name) => answerOf(await world.store.runbooks.active(nameOf(name)))?.lastError),
  );
  expect(errors).toEqual(["the adapter is broken", "No such table.", null, null]);
  expect(world.told.map(({ kind }) => kind)).toEqual(["threw", "runbook-failed", "runbook-failed"]);
  await world.scheduler.tick();
  expect(world.told.filter(({ kind }) => kind === "runbook-failed")).toHaveLength(2);
});

/** A batch of an operator's that takes a member. */
const takesElsewhere = async (key: string): Promise<void> => {
  const record = answerOf(await world.store.runbooks.active(nameOf()));
  if (record === null) throw new Error("no version");
  const { name: runbookName, version } = record;
  const fixed = { start: null, isManual: true, budget: null, createdBy: "ada" } as const;
  const [made] = answerOf(
    await world.store.batches.create([{ runbookName, version, key: "manual-1", ...fixed }]),
  );
  if (made === undefined) throw new Error("no batch");
  await world.engine.handle([itemOf(made.id, memberNamed(key))]);
};

test("I2: a member that another batch took meanwhile is refused alone", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann"), row("bob"), row("cy")]);
  let isFirst = true;
  const engine: World["engine"] = {
    ...world.engine,
    handle: async (...given) => {
      if (isFirst) await takesElsewhere("bob");
      isFirst = false;
      return world.engine.handle(...given);
    },
  };
  const { found } = await look({ scheduler: world.another("host-b", { engine }) });
  expect(found).toMatchObject({ added: 2, refused: 1 });
  const batch = await batchAt(world, T1);
  expect(told(await membersOf(world, batch.id))).toEqual(["ann active", "cy active"]);
  expect((await look(world)).found).toMatchObject({ added: 0, refused: 0, unchanged: 3 });
});

test("M-090: a manual batch that nobody filled is told once; a filled one waits", async () => {
  await publish(world);
  const fixed = { start: null, isManual: true, budget: null, createdBy: "ada" } as const;
  const version = answerOf(await world.store.runbooks.active(nameOf()))?.version;
  if (version === undefined) throw new Error("nothing was published");
  const batches = ["half", "whole"].map((key) => {
    return { runbookName: nameOf(), version, key, ...fixed };
  });
  answerOf(await world.store.batches.create(batches));
  const [half, whole] = [(await batchAt(world, "half")).id, (await batchAt(world, "whole")).id];
  await world.engine.handle([
    itemOf(half, memberNamed("ann")),
    itemOf(whole, memberNamed("bob")),
    itemOf(whole, { kind: "batch-detected" }),
  ]);
  await world.scheduler.tick();
  await world.scheduler.tick();
  const open = answerOf(await world.store.records.attention(10));
  expect(open.map(({ subject }) => subject)).toEqual([`batch:${half}:unfilled`]);
  expect((await eventsOf(world, half)).filter((type) => type === "batch.unfilled")).toHaveLength(1);
  expect((await batchAt(world, "whole")).status).toBe("detected");
});
