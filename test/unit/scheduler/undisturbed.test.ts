/** What a tick leaves alone: work under way when automation is off, members whom a wrong or empty
 *  answer does not show, and members of immediate batches whose rows no longer match. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { answerOf } from "../../conformance/bus/answers.ts";
import { NOT_YET, resultOf } from "../domain/engine/answers.ts";
import { itemOf, takeJobs } from "../engine/temporary-engine.ts";
import { batchAt, batchesOf, membersOf, nameOf, told } from "./found.ts";
import { IMMEDIATE, PLAIN, publish, yamlOf } from "./runbook-texts.ts";
import { answerJobs, look, openWorld, type World } from "./scheduler-world.ts";
import { HOUR, MINUTE } from "./times-of-tests.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const rows = (...keys: readonly string[]) => keys.map((Key) => ({ Key, Start: T1 }));

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

test("X-27: automation off rests only the looking; phases, polls, versions go on", async () => {
  const polled = (offsets: readonly string[]): string =>
    `${yamlOf({ offsets })}\n        poll: {interval: 1m, timeout: 2h}`;
  const publishText = async (yaml: string): Promise<void> => {
    answerOf(await world.engine.publishRunbook({ yaml, publishedBy: "ada" }));
  };
  await publishText(polled(["T-1h"]));
  answerOf(await world.engine.setAutomation(nameOf(), true, "ada"));
  world.tables.set(PLAIN, rows("ann"));
  await look(world);
  answerOf(await world.engine.setAutomation(nameOf(), false, "ada"));
  world.tables.set(PLAIN, [...rows("bob"), { Key: "cy", Start: "2026-03-09T08:00:00.000Z" }]);
  const asked = world.tables.asked();

  world.clock.advance(25 * HOUR + 30 * MINUTE);
  expect((await look(world)).outcome).toBe("automation-off");
  const { id } = await batchAt(world, T1);
  const [job] = takeJobs(world);
  if (job === undefined) throw new Error("the phase was not dispatched");
  await world.engine.handle([itemOf(id, resultOf(job, NOT_YET))]);
  world.clock.advance(2 * MINUTE);
  await look(world);
  expect(takeJobs(world).map(({ poll }) => poll)).toEqual([1]);

  await publishText(polled(["T-1h", "T-0"]));
  await look(world);
  expect((await batchAt(world, T1)).version).toBe(2);
  expect(world.tables.asked()).toBe(asked);
  expect(await batchesOf(world)).toHaveLength(1);
  expect(told(await membersOf(world, id))).toEqual(["ann active"]);
});

test("X-56: a failed or empty query removes nobody; a sudden drop waits for approval", async () => {
  const all = Array.from({ length: 30 }, (_, index) => `m-${index}`);
  await publish(world);
  world.tables.set(PLAIN, rows(...all));
  await look(world);
  const { id } = await batchAt(world, T1);
  const active = async (): Promise<number> => (await batchAt(world, T1)).activeMembers;
  const attention = async () =>
    answerOf(await world.store.records.attention(10)).map(({ actions }) => actions);

  world.tables.fail(PLAIN, { kind: "unavailable", reason: "the server is down." });
  await look(world);
  expect([await active(), await attention()]).toEqual([30, []]);

  world.tables.set(PLAIN, []);
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 30 });
  expect([await active(), await attention()]).toEqual([30, [["approve-removals"]]]);

  world.tables.set(PLAIN, rows(...all.slice(12)));
  for (let ticks = 0; ticks < 3; ticks += 1) {
    expect((await look(world)).found).toMatchObject({ removed: 0, held: 12 });
  }
  const memberIds = (await membersOf(world, id)).map((member) => member.id);
  await world.engine.handle([itemOf(id, { kind: "approve-removals", memberIds, ifSeq: null })]);
  expect((await look(world)).found).toMatchObject({ removed: 12, held: 0 });
  expect([await active(), await attention()]).toEqual([18, []]);
});

test("X-54: who is in an active immediate batch is neither batched again nor removed", async () => {
  await publish(world, { source: IMMEDIATE });
  const found = (...keys: readonly string[]) => keys.map((Key) => ({ Key }));
  world.tables.set(PLAIN, found("ann", "bob"));
  await look(world);
  world.clock.advance(5 * MINUTE);
  world.tables.set(PLAIN, found("bob", "cy"));
  expect((await look(world)).found).toMatchObject({
    added: 1,
    batchesMade: 1,
    removed: 0,
    held: 0,
  });
  world.clock.advance(5 * MINUTE);
  world.tables.set(PLAIN, []);
  expect((await look(world)).found).toMatchObject({
    added: 0,
    batchesMade: 0,
    removed: 0,
    held: 0,
  });
  const batches = await batchesOf(world);
  const members = await Promise.all(batches.map(({ batch }) => membersOf(world, batch.id)));
  expect(members.map(told)).toEqual([["ann active", "bob active"], ["cy active"]]);
  expect(await answerJobs(world)).toBe(3);
  expect(await batchesOf(world)).toEqual([]);
});
