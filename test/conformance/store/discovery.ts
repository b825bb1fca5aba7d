/** What the scheduler asks about members and keeps about those whose rows are missing. */
import { expect } from "@jest/globals";
import { MemberKey, RunbookName } from "../../../runtime/contract/identifiers.ts";
import { MemberId, PhaseExecutionId } from "../../../runtime/contract/ids.ts";
import type { Absence } from "../../../runtime/store/discovery.ts";
import { answerOf, failureOf } from "../bus/answers.ts";
import { commitRows, makeBatch, RUNBOOK } from "./batch-of.ts";
import { executionRow, memberRow, phaseRow } from "./rows.ts";
import { pass, type StoreCase, storeCase as test } from "./store-case.ts";

const MINUTE = 60_000;
const key = (text: string): MemberKey => MemberKey.parse(text);

export const DISCOVERY: readonly StoreCase[] = [
  test("members are compared in pages, whatever has become of them", async ({ store }) => {
    const id = await makeBatch(store);
    const rows = [
      memberRow(id, 1, "ada", { removalApproved: true, data: new Map([["Site", "north"]]) }),
      memberRow(id, 2, "bob", { status: "removed", generation: 2 }),
      memberRow(id, 3, "eve"),
    ];
    const inserts = rows.map((row) => ({ table: "members", row }) as const);
    answerOf(await commitRows(store, id, { inserts }));
    const first = answerOf(await store.discovery.members(id, "", 2));
    expect(first).toMatchObject([
      { id: 1, key: "ada", status: "active", removalApproved: true },
      { id: 2, key: "bob", status: "removed", generation: 2, removalApproved: false },
    ]);
    expect(first[0]?.data).toEqual(new Map([["Site", "north"]]));
    const rest = answerOf(await store.discovery.members(id, key("bob"), 2));
    expect(rest.map((member) => member.key)).toEqual(["eve"]);
  }),
  test("X-55: a member has started once a step of a phase was sent in its generation", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const phaseId = PhaseExecutionId.parse(1);
    const sent = { dispatchedAt: new Date("2026-01-01T00:00:00.000Z") };
    const step = (execution: number, member: number, more: object) => {
      const memberId = MemberId.parse(member);
      const row = executionRow(id, execution, { kind: "step", phaseId, memberId, ...more });
      return { table: "executions", row } as const;
    };
    const members = [1, 2, 3, 4].map((each) => {
      const generation = each === 4 ? 2 : 1;
      return { table: "members", row: memberRow(id, each, `m-${each}`, { generation }) } as const;
    });
    const removal = { kind: "removal", phaseId: 0, ...sent };
    const inserts = [
      { table: "phases", row: phaseRow(id, phaseId) } as const,
      ...members,
      step(1, 1, sent),
      step(2, 2, {}),
      step(3, 3, removal),
      step(4, 4, sent),
    ];
    answerOf(await commitRows(store, id, { inserts }));
    const ids = [4, 3, 2, 1].map((each) => MemberId.parse(each));
    expect(answerOf(await store.discovery.started(ids))).toEqual(new Set([1]));
  }),
  test("a member is through when no phase is to come and each of its steps is passed", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const phaseId = PhaseExecutionId.parse(1);
    const step = (execution: number, member: number, more: object) => {
      const memberId = MemberId.parse(member);
      const row = executionRow(id, execution, { kind: "step", phaseId, memberId, ...more });
      return { table: "executions", row } as const;
    };
    const done = { status: "succeeded" };
    const undoing = { kind: "removal", phaseId: 0, status: "pending" };
    const members = [1, 2, 3, 4, 5, 6].map((each) => {
      const generation = each === 6 ? 2 : 1;
      return { table: "members", row: memberRow(id, each, `m-${each}`, { generation }) } as const;
    });
    const inserts = [
      { table: "phases", row: phaseRow(id, phaseId, { status: "dispatched" }) } as const,
      ...members,
      step(1, 1, done),
      step(2, 2, { status: "cancelled", skipped: true }),
      step(3, 3, { status: "dispatched" }),
      step(4, 4, done),
      step(5, 4, undoing),
      step(6, 6, done),
    ];
    answerOf(await commitRows(store, id, { inserts }));
    const through = async () => {
      const ids = [6, 5, 4, 3, 2, 1].map((each) => MemberId.parse(each));
      return answerOf(await store.discovery.through(ids));
    };
    expect(await through()).toEqual(new Set([1, 2]));
    const later = { table: "phases", row: phaseRow(id, PhaseExecutionId.parse(2)) } as const;
    answerOf(await commitRows(store, id, { inserts: [later] }));
    expect(await through()).toEqual(new Set());
  }),
  test("X-70: how often a row was missing is kept for each runbook until it is there", async ({
    store,
  }) => {
    const other = RunbookName.parse("another");
    const { noteAbsences, absences } = store.discovery;
    const note = async (absence: Absence | null) =>
      answerOf(await noteAbsences(RUNBOOK, [{ key: key("ada"), absence }]));
    await note({ misses: 1, among: 12, held: false });
    const elsewhere = { misses: 7, among: null, held: false };
    answerOf(await noteAbsences(other, [{ key: key("ada"), absence: elsewhere }]));
    const held = { misses: 2, among: 12, held: true };
    await note(held);
    expect(answerOf(await absences(RUNBOOK))).toEqual(new Map([["ada", held]]));
    await note(null);
    expect(answerOf(await absences(RUNBOOK))).toEqual(new Map());
    expect(answerOf(await absences(other))).toEqual(new Map([["ada", elsewhere]]));
  }),
  test("I32: who lost the lease notes nothing", async (world) => {
    const { store } = world;
    const lease = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    if (lease === null) throw new Error("no lease");
    pass(world, MINUTE);
    const absence = { misses: 1, among: 3, held: false };
    const changes = [{ key: key("ada"), absence }];
    const noted = await store.discovery.noteAbsences(RUNBOOK, changes, lease);
    expect(failureOf(noted).kind).toBe("lease-lost");
    expect(answerOf(await store.discovery.absences(RUNBOOK))).toEqual(new Map());
  }),
  test("R42: until when a lease was last held can be asked by anybody", async (world) => {
    const { store } = world;
    expect(answerOf(await store.leases.heldUntil("tick"))).toBeNull();
    const lease = answerOf(await store.leases.acquire("tick", "a", MINUTE));
    expect(answerOf(await store.leases.heldUntil("tick"))).toEqual(lease?.until);
  }),
];
