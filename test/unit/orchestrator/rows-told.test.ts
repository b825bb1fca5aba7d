/** What the rows of a batch tell whoever reads the contract's tables, and who writes them. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin, keyOf } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { hasEnded, memberIn, rowsOf, statusOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld, START } from "./orchestrator-world.ts";
import { MINUTE, SECOND } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;
beforeEach(async () => {
  world = await orchestratorWorld();
  orchestrator = world.startOrchestrator();
  west = world.startWest();
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

const ends = (id: BatchId) => world.until(() => hasEnded(world.store, id));

/** As another program sees them, which knows nothing but the database. */
function select(query: string) {
  const database = new DatabaseSync(world.path, { readOnly: true });
  const rows = database.prepare(query).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}
const at = (ms: number): string => new Date(START.getTime() + ms).toISOString();

test("O-004: init goes by step_index; rows tell job, times, result, polls and error", async () => {
  const poll = { interval: "1m", timeout: "1h" };
  await publish(world.engine, {
    init: [
      step("make", { data: { made: 7 }, delaySec: 5 }),
      step("wait", { polls: 2 }, { poll }),
      step("break", { failTimes: 9 }),
      step("never"),
    ],
    phases: [phase("move", [step("one")])],
  });
  const id = await begin(world, { members: { ann: {} } });
  await world.pass(SECOND);
  expect(select("select step_name, status from init_executions order by step_index")).toEqual([
    { step_name: "make", status: "dispatched" },
    { step_name: "wait", status: "pending" },
    { step_name: "break", status: "pending" },
    { step_name: "never", status: "pending" },
  ]);
  await ends(id);
  const [make, wait, broken, never] = select("select * from init_executions order by step_index");
  expect(make).toMatchObject({
    status: "succeeded",
    dispatched_at: at(0),
    completed_at: at(5 * SECOND),
    job_id: `init-${make?.["id"]}-attempt-1`,
    error_message: null,
  });
  expect(JSON.parse(String(make?.["result_json"]))).toEqual({ made: 7 });
  expect(wait).toMatchObject({
    status: "succeeded",
    dispatched_at: make?.["completed_at"],
    poll_started_at: at(5 * SECOND),
    last_polled_at: at(5 * SECOND + 2 * MINUTE),
    poll_count: 2,
    job_id: `init-${wait?.["id"]}-attempt-1-poll-2`,
  });
  expect(broken).toMatchObject({ status: "failed", dispatched_at: wait?.["completed_at"] });
  expect(broken?.["error_message"]).toEqual(expect.stringMatching(/./));
  expect(never).toMatchObject({ status: "cancelled", dispatched_at: null, job_id: null });
  expect(await statusOf(world.store, id)).toBe("failed");
});

test("O-020, M-029: a step's poll and retry rules are its row's from its making on", async () => {
  const rules = (interval: string, retries: number) => ({
    poll: { interval, timeout: "2h" },
    retry: { max_retries: retries, interval: "5m" },
  });
  const text = (interval: string, retries: number) => ({
    phases: [
      phase("move", [
        step("first", { delaySec: 60 }),
        step("second", { failTimes: 2, polls: 1 }, rules(interval, retries)),
      ]),
    ],
  });
  await publish(world.engine, text("3m", 2));
  const id = await begin(world, { members: { ann: {} } });
  await world.pass(SECOND);
  const second = () => select("select * from step_executions where step_index = 1")[0];
  const rule = {
    is_poll_step: 1,
    poll_interval_sec: 180,
    poll_timeout_sec: 7_200,
    max_retries: 2,
    retry_interval_sec: 300,
  };
  expect(second()).toMatchObject({ status: "pending", ...rule });
  await publish(world.engine, text("9m", 0));
  await ends(id);
  expect(second()).toMatchObject({ status: "succeeded", retry_count: 2, poll_count: 1, ...rule });
  const begun = 60 * SECOND + 2 * 5 * MINUTE;
  expect(second()).toMatchObject({
    poll_started_at: at(begun),
    last_polled_at: at(begun + 3 * MINUTE),
    completed_at: at(begun + 3 * MINUTE),
  });
});

test("M-026: steps are alike in phases, init, on_member_removed and rollbacks", async () => {
  const same = {
    name: "same",
    worker_id: "west",
    function: "Invoke-Script",
    params: { failTimes: 1, polls: 1, data: { batch: "{{_batch_id}}" } },
    poll: { interval: "1m", timeout: "1h" },
    retry: { max_retries: 1, interval: "1m" },
  };
  await publish(world.engine, {
    init: [same],
    phases: [
      phase("move", [same, step("breaks", { failTimes: "{{Fails}}" }, { on_failure: "u" })]),
    ],
    rollbacks: { u: [same] },
    on_member_removed: [same],
  });
  const id = await begin(world, { members: { ann: { Fails: 9 }, bob: { Fails: 0 } } });
  const isActive = async () => (await rowsOf(world.store, id)).batch.status === "active";
  await world.until(isActive);
  answerOf(await orchestrator.orders.removeMember({ batchId: id, key: keyOf("bob") }, ADA));
  await ends(id);
  expect((await memberIn(world.store, id, "ann")).status).toBe("failed");
  const rows = select(
    `select kind, status, retry_count, poll_count, params_json from step_executions
      where step_name = 'same' and status <> 'cancelled' order by kind`,
  );
  const each = { status: "succeeded", retry_count: 1, poll_count: 1 };
  const kinds = ["init", "removal", "rollback", "step"];
  expect(rows).toMatchObject(kinds.map((kind) => ({ kind, ...each })));
  expect(new Set(rows.map(({ params_json }) => params_json)).size).toBe(1);
});

test("O-007 (part), X-21 (part): rows come when needed, params at dispatch", async () => {
  await publish(world.engine, {
    phases: [
      phase("move", [
        step(
          "first",
          { data: { id: "{{Name}}-7" }, delaySec: 60 },
          { output_params: { New: "id" } },
        ),
        step("second", { data: { was: "{{New}}" } }),
      ]),
      phase("later", [step("third")], { offset: "T-0" }),
    ],
  });
  const id = await begin(world, { members: { ann: { Name: "ann" } } });
  await world.pass(SECOND);
  const told = () =>
    select(`select step_name, status, params_json from step_executions order by id`).map(
      ({ step_name, status, params_json }) => [step_name, status, params_json !== null],
    );
  expect(told().slice(0, 2)).toEqual([
    ["first", "dispatched", true],
    ["second", "pending", false],
  ]);
  await ends(id);
  const [row] = select("select params_json from step_executions where step_name = 'second'");
  expect(JSON.parse(String(row?.["params_json"]))).toMatchObject({ data: { was: "ann-7" } });
  const order = select("select step_index from step_executions order by dispatched_at, id");
  expect(order.map(({ step_index }) => step_index)).toEqual([0, 1, 0]);
});

test("O-015: runbooks are never written, and of members only what ends or enriches", async () => {
  await publish(world.engine, {
    init: [step("open")],
    phases: [
      phase("move", [
        step("one", { failTimes: "{{Fails}}", data: { id: 7 } }, { output_params: { New: "id" } }),
        step("two", { polls: 1 }, { poll: { interval: "1m", timeout: "1h" } }),
      ]),
    ],
    on_member_removed: [step("leave")],
    finalize: [step("report")],
  });
  const id = await begin(world, {
    members: { ann: { Fails: 0 }, bob: { Fails: 9 }, cy: { Fails: 0 } },
  });
  forbid(world.path);
  await world.pass(SECOND);
  answerOf(await orchestrator.orders.removeMember({ batchId: id, key: keyOf("cy") }, ADA));
  await ends(id);
  expect(world.faults).toEqual([]);
  const members = select("select member_key, status, worker_data_json from batch_members");
  expect(members.map(({ member_key, status }) => [member_key, status])).toEqual([
    ["ann", "active"],
    ["bob", "failed"],
    ["cy", "removed"],
  ]);
  expect(members[0]?.["worker_data_json"]).toContain("7");
  expect(await statusOf(world.store, id)).toBe("completed");
});

/** From now on whoever does so anyway fails with its whole commit. */
function forbid(path: string): void {
  const database = new DatabaseSync(path, { timeout: 60_000 });
  const refuse = "begin select raise(abort, 'forbidden'); end";
  for (const what of ["insert", "update", "delete"]) {
    database.exec(`create trigger no_${what}_runbook before ${what} on runbooks ${refuse}`);
  }
  for (const what of ["insert", "delete"]) {
    database.exec(`create trigger no_${what}_member before ${what} on member_rows ${refuse}`);
  }
  const kept = "id, batch_id, runbook_name, member_key, ordinal, data_json, added_at, refreshed_at";
  for (const column of kept.split(", ")) {
    const changed = `when new.${column} is not old.${column}`;
    const on = `before update on member_rows ${changed} ${refuse}`;
    database.exec(`create trigger no_${column} ${on}`);
  }
  database.close();
}
