import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { csvSource } from "../../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../../runtime/sources/csv/members-folder.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { failure, resultOf } from "../domain/engine/answers.ts";
import { itemOf, START, takeJobs } from "../engine/temporary-engine.ts";
import { temporaryFolder } from "../sources/sources.ts";
import { batchAt, batchesOf, eventsOf, membersOf, nameOf, told } from "./found.ts";
import { IMMEDIATE, PLAIN, publish, REMOVAL } from "./runbook-texts.ts";
import { answerJobs, look, openWorld, type World } from "./scheduler-world.ts";
import { HOUR, MINUTE } from "./times-of-tests.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const T2 = "2026-03-04T08:00:00.000Z";
const row = (Key: string, Start: string | null = T1, Site = "north") => ({ Key, Start, Site });

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

test("M-006, M-009, M-010: rows of one time become a batch that begins with them", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann"), row("bob", T2), row("Cy", T1)]);
  const { outcome, error, found } = await look(world);
  expect({ outcome, error }).toEqual({ outcome: "looked", error: null });
  expect(found).toMatchObject({ rows: 3, complete: true, batchesMade: 2, begun: 2, added: 3 });
  const one = await batchAt(world, T1);
  expect(one).toMatchObject({ status: "active", start: new Date(T1), activeMembers: 2 });
  const members = await membersOf(world, one.id);
  expect(told(members)).toEqual(["ann active", "cy active"]);
  expect(members[1]?.data).toEqual(
    new Map([
      ["Key", "Cy"],
      ["Site", "north"],
      ["Start", T1],
    ]),
  );
  expect(await eventsOf(world, one.id)).toContain("batch.detected");
});

test("M-010: a runbook with init begins with it", async () => {
  const init = ["init:", "  - name: set-up", "    worker_id: worker-01", "    function: Set-Thing"];
  await publish(world, { top: init });
  world.tables.set(PLAIN, [row("ann")]);
  await look(world);
  expect((await batchAt(world, T1)).status).toBe("init_dispatched");
  expect(takeJobs(world)).toHaveLength(1);
});

test("the same answer again writes nothing, whatever the order of rows and columns", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  const before = await batchAt(world, T1);
  const calls: number[] = [];
  const engine = {
    ...world.engine,
    handle: (...given: Parameters<World["engine"]["handle"]>) => {
      calls.push(given[0].length);
      return world.engine.handle(...given);
    },
  };
  world.tables.set(PLAIN, [
    { Site: "north", Start: T1, Key: "bob" },
    { Site: "north", Start: T1, Key: "ann" },
  ]);
  const { found } = await look({ scheduler: world.another("host-b", { engine }) });
  expect(found).toMatchObject({ unchanged: 2, added: 0, refreshed: 0, begun: 0 });
  expect(calls).toEqual([]);
  expect((await batchAt(world, T1)).eventSeq).toBe(before.eventSeq);
});

test("M-011: members still in the results get their new values; others do not", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann"), row("bob"), row("cy")]);
  await look(world);
  const { id } = await batchAt(world, T1);
  world.tables.set(PLAIN, [row("ann", T1, "south"), row("bob")]);
  expect((await look(world)).found).toMatchObject({ refreshed: 1, removed: 1, unchanged: 1 });
  world.tables.set(PLAIN, [row("ann", T1, "south"), row("bob", T1, "east")]);
  expect((await look(world)).found).toMatchObject({ refreshed: 1, removed: 0, unchanged: 1 });
  const sites = (await membersOf(world, id)).map(({ data }) => data.get("Site"));
  expect(sites).toEqual(["south", "east", "north"]);
});

test("M-009, M-093 (part): who comes later joins the batch and catches up", async () => {
  await publish(world, { offsets: ["T-1d", "T-0"] });
  world.tables.set(PLAIN, [row("ann")]);
  world.clock.advance(3 * HOUR);
  await look(world);
  expect(takeJobs(world)).toHaveLength(1);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  expect((await look(world)).found).toMatchObject({ added: 1, batchesMade: 0 });
  expect(takeJobs(world)).toHaveLength(1);
});

test("M-081 (part), X-57: who leaves is undone, and returns as another generation", async () => {
  await publish(world, { offsets: ["T-2d", "T-0"], top: REMOVAL });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  await answerJobs(world, takeJobs(world).slice(0, 1));
  const { id } = await batchAt(world, T1);
  world.tables.set(PLAIN, [row("bob")]);
  expect((await look(world)).found).toMatchObject({ removed: 1 });
  expect(told(await membersOf(world, id))).toEqual(["ann removed", "bob active"]);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  expect((await look(world)).found).toMatchObject({ returned: 1, added: 0 });
  expect((await membersOf(world, id))[0]).toMatchObject({ status: "active", generation: 2 });
});

test("X-57: a failed member is not taken in again because its row is still there", async () => {
  await publish(world, { offsets: ["T-2d"] });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  const { id } = await batchAt(world, T1);
  const [job] = takeJobs(world);
  if (job === undefined) throw new Error("no job");
  await world.engine.handle([itemOf(id, resultOf(job, failure()))]);
  expect(told(await membersOf(world, id))).toContain("ann failed");
  const { found } = await look(world);
  expect(found).toMatchObject({ added: 0, returned: 0, removed: 0 });
});

test("R35, I2: a new version finds the batch that is there, by name and time", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann")]);
  await look(world);
  await publish(world, { offsets: ["T-0", "T-0"] });
  expect((await look(world)).found).toMatchObject({ batchesMade: 0, added: 0, unchanged: 1 });
  expect(await batchesOf(world)).toHaveLength(1);
});

test("R26: a batch that has ended takes nobody in, and the runbook says so", async () => {
  await publish(world, { offsets: ["T-2d"] });
  world.tables.set(PLAIN, [row("ann")]);
  await look(world);
  await answerJobs(world);
  expect((await batchAt(world, T1)).status).toBe("completed");
  expect(await look(world)).toMatchObject({ error: null, found: { refused: 0, unchanged: 1 } });
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  const late = await look(world);
  expect(late.found).toMatchObject({ refused: 1, added: 0, batchesMade: 0 });
  expect(late.error).toContain("ended");
});

test("X-69 (part), R33: an immediate batch is a closed set of its tick", async () => {
  await publish(world, { source: IMMEDIATE });
  const found = (Key: string) => ({ Key });
  world.clock.advance(4 * MINUTE);
  world.tables.set(PLAIN, [found("ann"), found("bob")]);
  await look(world);
  const [first] = await batchesOf(world);
  expect(first?.batch).toMatchObject({ start: START, activeMembers: 2, status: "active" });
  world.tables.set(PLAIN, [found("cy")]);
  expect((await look(world)).found).toMatchObject({ added: 1, removed: 0, batchesMade: 1 });
  const batches = await batchesOf(world);
  expect(batches).toHaveLength(2);
  expect(new Set(batches.map(({ key }) => key)).size).toBe(2);
  expect(batches.map(({ batch }) => batch.activeMembers)).toEqual([2, 1]);
});

test("R34 (part), I25: a row that was batched is not batched again later", async () => {
  await publish(world, { source: IMMEDIATE });
  world.tables.set(PLAIN, [{ Key: "ann" }, { Key: "bob" }]);
  await look(world);
  await answerJobs(world);
  expect(await batchesOf(world)).toEqual([]);
  world.clock.advance(HOUR);
  expect((await look(world)).found).toMatchObject({ added: 0, batchesMade: 0, unchanged: 2 });
  world.tables.set(PLAIN, [{ Key: "ann" }, { Key: "cy" }]);
  expect((await look(world)).found).toMatchObject({ added: 1, batchesMade: 1 });
});

test("a key with several rows is told and its member left as it is", async () => {
  await publish(world);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  await look(world);
  world.tables.set(PLAIN, [row("ann"), row("ANN ", T2), row("bob")]);
  const again = await look(world);
  expect(again.found).toMatchObject({ duplicates: 1, moved: 0, removed: 0, refreshed: 0 });
  expect(again.error).toContain("1 key has several rows");
});

test("M-008: with automation off nobody is looked for", async () => {
  await publish(world);
  answerOf(await world.engine.setAutomation(nameOf(), false, "ada"));
  world.tables.set(PLAIN, [row("ann")]);
  expect(await look(world)).toMatchObject({ outcome: "automation-off" });
  expect(world.tables.asked()).toBe(0);
  expect(await batchesOf(world)).toEqual([]);
});

test("M-005, M-006: a CSV file in the members folder is looked into", async () => {
  await publish(world);
  const folder = temporaryFolder();
  const sources = csvSource(membersFolder(folder));
  const scheduler = world.another("host-b", { sources });
  writeFileSync(join(folder, `${PLAIN}.csv`), `Key,Start\nann,${T1}\nbob,${T1}\n`);
  expect((await look({ scheduler })).found).toMatchObject({ added: 2 });
  writeFileSync(join(folder, `${PLAIN}.csv`), `Key,Start\nann,${T1}\nbob\n`);
  expect(await look({ scheduler })).toMatchObject({ outcome: "source-failed" });
  expect((await batchAt(world, T1)).activeMembers).toBe(2);
});
