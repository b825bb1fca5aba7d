import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { MemberId } from "../../../runtime/contract/ids.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { itemOf, takeJobs } from "../engine/temporary-engine.ts";
import { batchAt, eventsOf, membersOf, nameOf } from "./found.ts";
import { BY_START, PLAIN, publish, REMOVAL } from "./runbook-texts.ts";
import { answerJobs, look, openWorld, type World } from "./scheduler-world.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const T2 = "2026-03-04T08:00:00.000Z";
const keys = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `m-${from + index}`);
const rows = (which: readonly string[]) => which.map((Key) => ({ Key, Start: T1 }));

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.remove());

const setRows = (which: readonly string[]): void => world.tables.set(PLAIN, rows(which));

const active = async (): Promise<number> => (await batchAt(world, T1)).activeMembers;

const attention = async (): Promise<readonly string[]> =>
  answerOf(await world.store.records.attention(100)).map(({ subject }) => subject);

const begin = async (count: number, more: Parameters<typeof publish>[1] = {}): Promise<void> => {
  await publish(world, more);
  setRows(keys(1, count));
  expect((await look(world)).found.added).toBe(count);
};

test.each([
  ["the source cannot be asked", 0],
  ["a page is missing at the end", 4],
])("R32, I24: when %s nobody is removed, and the runbook says why", async (_, afterRows) => {
  await begin(8);
  world.tables.fail(PLAIN, { kind: "unavailable", reason: "the server is down." }, afterRows);
  const report = await look(world);
  expect(report.outcome).toBe("source-failed");
  expect(report.error).toContain("the server is down");
  expect(await active()).toBe(8);
  const record = answerOf(await world.store.runbooks.active(nameOf()));
  expect(record?.lastError).toBe(report.error);
  expect(record?.lastErrorAt).not.toBeNull();
  setRows(keys(1, 8));
  expect((await look(world)).error).toBeNull();
  expect(answerOf(await world.store.runbooks.active(nameOf()))?.lastError).toBeNull();
});

test("R32, I24: an answer that is not complete adds, and removes nobody", async () => {
  await begin(8);
  const why = "The warehouse sent 3 of 9 rows.";
  world.tables.set(PLAIN, rows(["m-1", "m-9"]), { complete: false, why });
  const report = await look(world);
  expect(report.found).toMatchObject({ complete: false, added: 1, removed: 0, missing: 0 });
  expect(report.error).toBe(why);
  expect(await active()).toBe(9);
});

test("M-009, X-70: up to five may leave unasked, six of twenty are held", async () => {
  await begin(20);
  setRows(keys(6, 20));
  expect((await look(world)).found).toMatchObject({ removed: 5, held: 0 });
  expect(await active()).toBe(15);
  setRows(keys(12, 20));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 6, missing: 6 });
  expect(await active()).toBe(15);
});

test("X-70: a tenth of many may leave unasked", async () => {
  await begin(80);
  setRows(keys(9, 80));
  expect((await look(world)).found).toMatchObject({ removed: 8, held: 0 });
  setRows(keys(17, 80));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 8 });
});

test("X-70: an empty answer is held, however few would leave", async () => {
  await begin(2);
  setRows([]);
  expect((await look(world)).found).toMatchObject({ rows: 0, removed: 0, held: 2 });
  expect(await active()).toBe(2);
  const { id } = await batchAt(world, T1);
  expect(await attention()).toEqual([`batch:${id}:removals`]);
  expect(await eventsOf(world, id)).toContain("removals.held");
});

test("X-70: held removals are told once, and let go when the rows are there again", async () => {
  await begin(10);
  setRows(keys(7, 10));
  await look(world);
  const { id, eventSeq } = await batchAt(world, T1);
  await look(world);
  expect((await batchAt(world, T1)).eventSeq).toBe(eventSeq);
  expect(answerOf(await world.store.discovery.absences(nameOf())).size).toBe(6);
  setRows(keys(1, 10));
  expect((await look(world)).found).toMatchObject({ held: 0, removed: 0, missing: 0 });
  expect(await attention()).toEqual([]);
  expect(await eventsOf(world, id)).toContain("removals.let_go");
  expect(await active()).toBe(10);
  expect(answerOf(await world.store.discovery.absences(nameOf())).size).toBe(0);
});

test.each([
  [600, 6_600, 1],
  [5, 8, 1],
  [5, 8, 2],
  [2, 80, 2],
])(
  "X-70, R32, I24: %i replaced by %i others at once are held for good, agreed on by %i",
  async (were, come, confirmations) => {
    const source = [...BY_START, `  removal_confirmations: ${confirmations}`];
    await begin(were, { source });
    setRows(keys(were + 1, were + come));
    expect((await look(world)).found).toMatchObject({ added: come, removed: 0 });
    for (let more = 0; more < 3; more += 1) {
      const { removed, held } = (await look(world)).found;
      expect({ removed, held }).toEqual({ removed: 0, held: were });
    }
    const { id } = await batchAt(world, T1);
    expect(await eventsOf(world, id)).not.toContain("removals.let_go");
    expect(await active()).toBe(were + come);
  },
);

test("X-70: what is held stays held when it becomes less than may leave unasked", async () => {
  await begin(20);
  setRows(keys(7, 20));
  expect((await look(world)).found).toMatchObject({ held: 6 });
  setRows(["m-1", ...keys(7, 20)]);
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 5, missing: 5 });
  expect(await attention()).toHaveLength(1);
  setRows(["m-1", ...keys(7, 19)]);
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 6 });
  expect(await active()).toBe(20);
});

test("X-70: beside those held, as many as ever may leave a grown batch", async () => {
  await begin(2);
  setRows(keys(3, 102));
  expect((await look(world)).found).toMatchObject({ added: 100, held: 2 });
  setRows(keys(4, 102));
  expect((await look(world)).found).toMatchObject({ removed: 1, held: 2 });
  expect(await active()).toBe(101);
});

test("X-55, X-70: held moves stay held, however many come, and can be approved", async () => {
  await begin(20, { offsets: ["T-2d"], top: REMOVAL });
  expect(takeJobs(world)).toHaveLength(20);
  const moved = keys(1, 6).map((Key) => ({ Key, Start: T2 }));
  world.tables.set(PLAIN, [...moved, ...rows(keys(7, 20))]);
  expect((await look(world)).found).toMatchObject({ moved: 0, held: 6 });
  world.tables.set(PLAIN, [...moved, ...rows(keys(7, 120))]);
  expect((await look(world)).found).toMatchObject({ added: 100, moved: 0, held: 6 });
  expect((await look(world)).found).toMatchObject({ moved: 0, held: 6 });
  const { id } = await batchAt(world, T1);
  const missing = answerOf(await world.store.discovery.absences(nameOf()));
  expect([...missing.keys()].sort()).toEqual(keys(1, 6));
  const memberIds = (await membersOf(world, id))
    .filter(({ key }) => missing.has(key))
    .map((member) => member.id);
  await world.engine.handle([itemOf(id, { kind: "approve-removals", memberIds, ifSeq: null })]);
  expect((await look(world)).found).toMatchObject({ moved: 6, held: 0 });
  const told = answerOf(await world.store.records.events(id, 0, 1_000))
    .filter(({ type }) => type === "member.removed")
    .map(({ detail }) => detail?.["warning"]);
  expect(told).toHaveLength(6);
  expect(told[0]).toMatch(/^Its batch time changed: .* everything is done anew/);
  expect(answerOf(await world.store.discovery.absences(nameOf())).size).toBe(0);
});

test("X-70: somebody who is asked is told why", async () => {
  const reasons = async () =>
    answerOf(await world.store.records.attention(10)).map(({ reason }) => reason);
  await begin(3);
  setRows([]);
  await look(world);
  expect((await reasons())[0]).toMatch(/^3 members .* everybody whom the source had shown/);
  setRows(keys(1, 20));
  await look(world);
  setRows(keys(8, 20));
  await look(world);
  expect((await reasons())[0]).toMatch(/^7 members .* 5 of the runbook's may be at once/);
  const { id } = await batchAt(world, T1);
  const [first] = await membersOf(world, id);
  const memberIds = first === undefined ? [] : [first.id];
  setRows(["m-2", "m-3", ...keys(8, 20)]);
  await world.engine.handle([itemOf(id, { kind: "approve-removals", memberIds, ifSeq: null })]);
  await look(world);
  expect((await reasons())[0]).toMatch(/^4 members .* was held still wait for approval/);
});

test("X-70: approved removals go through, and only those", async () => {
  await begin(10, { offsets: ["T-2d"], top: REMOVAL });
  await answerJobs(world, takeJobs(world).slice(0, 8));
  setRows(keys(9, 10));
  expect((await look(world)).found).toMatchObject({ held: 8 });
  const { id } = await batchAt(world, T1);
  const missing = answerOf(await world.store.discovery.absences(nameOf()));
  const memberIds: readonly MemberId[] = (await membersOf(world, id))
    .filter(({ key }) => missing.has(key))
    .map((member) => member.id)
    .slice(0, 7);
  const approve = { kind: "approve-removals", memberIds, ifSeq: null } as const;
  await world.engine.handle([itemOf(id, approve)]);
  expect((await look(world)).found).toMatchObject({ removed: 7, held: 1 });
  expect(takeJobs(world)).toHaveLength(7);
  expect(await active()).toBe(3);
  expect(answerOf(await world.store.discovery.absences(nameOf())).size).toBe(1);
});

test("X-70: those not approved stay held when they are still too many", async () => {
  await begin(30);
  setRows(keys(15, 30));
  await look(world);
  const { id } = await batchAt(world, T1);
  const memberIds = (await membersOf(world, id)).slice(0, 2).map((member) => member.id);
  const approve = { kind: "approve-removals", memberIds, ifSeq: null } as const;
  await world.engine.handle([itemOf(id, approve)]);
  expect(await attention()).toEqual([]);
  expect((await look(world)).found).toMatchObject({ removed: 2, held: 12 });
  expect(await attention()).toEqual([`batch:${id}:removals`]);
});

test("X-70: an approval ends when the row is there again: the next loss is held anew", async () => {
  await begin(10);
  setRows(keys(7, 10));
  expect((await look(world)).found).toMatchObject({ held: 6 });
  const { id } = await batchAt(world, T1);
  const memberIds = (await membersOf(world, id)).map((member) => member.id);
  await world.engine.handle([itemOf(id, { kind: "approve-removals", memberIds, ifSeq: null })]);
  setRows(keys(1, 10));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 0 });
  const { eventSeq } = await batchAt(world, T1);
  await look(world);
  expect((await batchAt(world, T1)).eventSeq).toBe(eventSeq);
  setRows(keys(7, 10));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 6 });
  expect(await active()).toBe(10);
});

test("X-70: an approval of last time says nothing about who returned or began anew", async () => {
  await begin(10);
  setRows(keys(7, 10));
  await look(world);
  const { id } = await batchAt(world, T1);
  const gone = (await membersOf(world, id)).slice(0, 6).map((member) => member.id);
  await world.engine.handle([
    itemOf(id, { kind: "approve-removals", memberIds: gone, ifSeq: null }),
  ]);
  const removed = (await look(world)).found.removed;
  setRows(keys(1, 10));
  expect((await look(world)).found).toMatchObject({ returned: removed });
  setRows(keys(7, 10));
  expect((await look(world)).found).toMatchObject({ removed: 0, held: 6 });
});

test("X-70, R32: so many looks must agree that a member is gone, whoever makes them", async () => {
  const source = [...BY_START, "  removal_confirmations: 3"];
  await begin(10, { source });
  setRows(keys(2, 10));
  expect((await look(world)).found).toMatchObject({ removed: 0, missing: 1 });
  expect((await look({ scheduler: world.another("host-b") })).found).toMatchObject({ removed: 0 });
  setRows(keys(1, 10));
  expect((await look(world)).found).toMatchObject({ missing: 0 });
  setRows(keys(2, 10));
  await look(world);
  await look({ scheduler: world.another("host-b") });
  expect(await active()).toBe(10);
  expect((await look(world)).found).toMatchObject({ removed: 1 });
  expect(await active()).toBe(9);
});

test("R32: a look that failed or was cut off does not count as agreeing", async () => {
  await begin(10, { source: [...BY_START, "  removal_confirmations: 2"] });
  setRows(keys(2, 10));
  await look(world);
  world.tables.set(PLAIN, rows(keys(2, 10)), { complete: false, why: "cut off" });
  expect((await look(world)).found.removed).toBe(0);
  world.tables.fail(PLAIN, { kind: "unavailable", reason: "down." });
  await look(world);
  expect(await active()).toBe(10);
  setRows(keys(2, 10));
  expect((await look(world)).found.removed).toBe(1);
});
