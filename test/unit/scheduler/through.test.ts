/** Rows often stop matching because the work is done: nobody who is through is undone unasked. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { answerOf } from "../../conformance/bus/answers.ts";
import { failure, resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { itemOf, takeJobs } from "../engine/temporary-engine.ts";
import { batchAt, membersOf } from "./found.ts";
import { PLAIN, publish, REMOVAL } from "./runbook-texts.ts";
import { look, openWorld, type World } from "./scheduler-world.ts";

const T1 = "2026-03-01T08:00:00.000Z";
const T2 = "2026-04-01T08:00:00.000Z";
const OLD = ["ann", "bob", "cleo", "dan"].map((Key) => ({ Key, Start: T1 }));
const OTHERS = Array.from({ length: 20 }, (_, index) => ({ Key: `n-${index}`, Start: T2 }));

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await publish(world, { top: REMOVAL });
  world.tables.set(PLAIN, [...OLD, ...OTHERS]);
  await look(world);
  await look(world);
});
afterEach(() => world.remove());

/** Everybody's step is answered; dan's as it is said, or not at all. */
async function answerAll(dan: "fails" | "takes long"): Promise<void> {
  const { id } = await batchAt(world, T1);
  for (const job of takeJobs(world)) {
    const isDan = job.parameters["Key"] === "dan";
    if (isDan && dan === "takes long") continue;
    const result = resultOf(job, isDan ? failure() : SUCCESS);
    await world.engine.handle([itemOf(id, result)]);
  }
}

const onlyDan = () => world.tables.set(PLAIN, [...OLD.slice(3), ...OTHERS]);

const memberNamed = async (wanted: string) => {
  const { id } = await batchAt(world, T1);
  const found = (await membersOf(world, id)).find(({ key }) => key === wanted);
  if (found === undefined) throw new Error(`no member ${wanted}`);
  return found;
};

test("X-57: retrying one of an ended batch undoes nobody who was done in it", async () => {
  await answerAll("fails");
  expect((await batchAt(world, T1)).status).toBe("completed");
  onlyDan();
  const { id } = await batchAt(world, T1);
  const { id: memberId } = await memberNamed("dan");
  const retry = { kind: "retry-member", memberId, ifSeq: null } as const;
  expect(await world.engine.handle([itemOf(id, retry)])).toMatchObject([{ verdict: "applied" }]);
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 3 });
  expect(takeJobs(world).map(({ parameters }) => parameters["Key"])).toEqual(["dan"]);
});

test("X-70, M-009: who is done is undone for a missing row only if that is approved", async () => {
  await answerAll("takes long");
  onlyDan();
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 3 });
  const [question] = answerOf(await world.store.records.attention(10));
  expect(question).toMatchObject({
    reason: expect.stringContaining("everything is done already"),
    actions: ["approve-removals"],
  });
  const { id: annId } = await memberNamed("ann");
  const { id } = await batchAt(world, T1);
  const approve = { kind: "approve-removals", memberIds: [annId], ifSeq: null } as const;
  await world.engine.handle([itemOf(id, approve)]);
  expect((await look(world)).found).toMatchObject({ removed: 1, held: 2 });
  expect((await memberNamed("ann")).status).toBe("removed");
});

test("X-70: who is still at work may leave unasked beside those who are done", async () => {
  await answerAll("takes long");
  world.tables.set(PLAIN, OTHERS);
  expect((await look(world)).found).toMatchObject({ removed: 1, held: 3 });
  expect((await memberNamed("dan")).status).toBe("removed");
});

test("X-55, X-70: who is done and gets another date is undone and moved if approved", async () => {
  await answerAll("takes long");
  const [ann, ...others] = [...OLD, ...OTHERS];
  world.tables.set(PLAIN, [{ ...ann, Start: T2 }, ...others]);
  expect((await look(world)).found).toMatchObject({ moved: 0, held: 1 });
  expect(takeJobs(world)).toEqual([]);
  const { id } = await batchAt(world, T1);
  const memberIds = [(await memberNamed("ann")).id];
  await world.engine.handle([itemOf(id, { kind: "approve-removals", memberIds, ifSeq: null })]);
  expect((await look(world)).found).toMatchObject({ moved: 1, held: 0 });
  expect((await memberNamed("ann")).status).toBe("removed");
});
