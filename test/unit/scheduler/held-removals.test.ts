/** What becomes of held removals that nobody has approved: when their batch ends, and when they
 *  become more. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { answerOf } from "../../conformance/bus/answers.ts";
import { failure, resultOf } from "../domain/engine/answers.ts";
import { itemOf, takeJobs } from "../engine/temporary-engine.ts";
import { batchAt, membersOf, nameOf } from "./found.ts";
import { PLAIN, publish } from "./runbook-texts.ts";
import { answerJobs, look, openWorld, type World } from "./scheduler-world.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const keys = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `m-${from + index}`);

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

const setRows = (which: readonly string[]): void =>
  world.tables.set(
    PLAIN,
    which.map((Key) => ({ Key, Start: T1 })),
  );

const attention = async (): Promise<readonly string[]> =>
  answerOf(await world.store.records.attention(10)).map(({ subject }) => subject);

test("X-70: what is held stays held when its batch ends, and is asked when reopened", async () => {
  await publish(world, { offsets: ["T-2d"] });
  setRows(keys(1, 3));
  expect((await look(world)).found.added).toBe(3);
  setRows(keys(4, 12));
  expect((await look(world)).found).toMatchObject({ added: 9, held: 3 });
  const { id } = await batchAt(world, T1);
  const jobs = takeJobs(world);
  const last = jobs.at(-1);
  if (last === undefined) throw new Error("nothing was sent");
  await answerJobs(world, jobs.slice(0, -1));
  await world.engine.handle([itemOf(id, resultOf(last, failure()))]);
  expect((await batchAt(world, T1)).status).toBe("completed");
  expect((await look(world)).found).toMatchObject({ removed: 0 });
  expect(await attention()).toEqual([]);
  const failed = (await membersOf(world, id)).find(({ status }) => status === "failed");
  if (failed === undefined) throw new Error("nobody has failed");
  const retry = { kind: "retry-member", memberId: failed.id, ifSeq: null } as const;
  await world.engine.handle([itemOf(id, retry)]);
  expect((await batchAt(world, T1)).status).toBe("active");
  for (let more = 0; more < 2; more += 1) {
    expect((await look(world)).found).toMatchObject({ removed: 0, held: 3 });
  }
  expect(await attention()).toEqual([`batch:${id}:removals`]);
  expect((await batchAt(world, T1)).activeMembers).toBe(12);
  setRows(keys(1, 12));
  await look(world);
  expect(answerOf(await world.store.discovery.absences(nameOf())).size).toBe(0);
});

test("X-70, R17: a question that came to be about more members says so", async () => {
  await publish(world);
  setRows(keys(1, 20));
  await look(world);
  setRows(keys(7, 20));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 6 });
  const { id, eventSeq: ifSeq } = await batchAt(world, T1);
  setRows(keys(16, 20));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 15 });
  const [question] = answerOf(await world.store.records.attention(10));
  expect(question?.reason).toMatch(/^15 members of this batch would be removed/);
  const memberIds = (await membersOf(world, id)).map((member) => member.id);
  const approve = { kind: "approve-removals", memberIds, ifSeq } as const;
  expect(await world.engine.handle([itemOf(id, approve)])).toMatchObject([
    { verdict: { refused: "batch-changed" } },
  ]);
  const { eventSeq } = await batchAt(world, T1);
  await look(world);
  expect((await batchAt(world, T1)).eventSeq).toBe(eventSeq);
});
