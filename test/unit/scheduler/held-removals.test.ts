/** What becomes of held removals when their batch ends before anybody has approved them. */
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

test("X-70: what is held stays held when its batch ends and a retry opens it again", async () => {
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
  const failed = (await membersOf(world, id)).find(({ status }) => status === "failed");
  if (failed === undefined) throw new Error("nobody has failed");
  const retry = { kind: "retry-member", memberId: failed.id, ifSeq: null } as const;
  await world.engine.handle([itemOf(id, retry)]);
  expect((await batchAt(world, T1)).status).toBe("active");
  for (let more = 0; more < 2; more += 1) {
    expect((await look(world)).found).toMatchObject({ removed: 0, held: 3 });
  }
  expect((await batchAt(world, T1)).activeMembers).toBe(12);
  setRows(keys(1, 12));
  await look(world);
  expect(answerOf(await world.store.discovery.absences(nameOf())).size).toBe(0);
});
