import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import { parseJobId } from "../../../runtime/contract/job-id.ts";
import { stepPlans } from "../../../runtime/store/step-plan.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { beginOnStore, commitInputs } from "../../conformance/store/core-on-store.ts";
import { failure, resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { type Run, signed, type Unsigned } from "../domain/engine/run.ts";
import { batchStep, phase, retries, runbook, step, text } from "../domain/engine/runbooks.ts";
import { START } from "../domain/engine/start-world.ts";
import { dueInputs } from "../domain/engine/sweep.ts";
import { type TemporaryStore, temporaryStore } from "./temporary-store.ts";

const COLUMNS = {
  runbooks: `id name version yaml_content data_table_name is_active overdue_behavior
    ignore_overdue_applied rerun_init created_at last_error last_error_at`,
  batches: `id runbook_id batch_start_time status detected_at init_dispatched_at is_manual
    created_by current_phase`,
  batch_members: `id batch_id member_key data_json worker_data_json status added_at removed_at
    failed_at add_dispatched_at remove_dispatched_at`,
  phase_executions: `id batch_id phase_name offset_minutes due_at runbook_version status
    dispatched_at completed_at`,
  step_executions: `id phase_execution_id batch_member_id step_name step_index worker_id
    function_name params_json status job_id result_json error_message dispatched_at completed_at
    is_poll_step poll_interval_sec poll_timeout_sec poll_started_at last_polled_at poll_count
    on_failure retry_count max_retries retry_interval_sec retry_after`,
  init_executions: `id batch_id runbook_version step_name step_index worker_id function_name
    params_json status job_id result_json error_message dispatched_at completed_at is_poll_step
    poll_interval_sec poll_timeout_sec poll_started_at last_polled_at poll_count on_failure
    retry_count max_retries retry_interval_sec retry_after`,
  runbook_automation_settings: `runbook_name automation_enabled enabled_at enabled_by disabled_at
    disabled_by`,
} as const;

const PLAN = runbook(
  [
    phase("move", [
      step("first", { poll: { intervalSec: 60, timeoutSec: 600 } }),
      step("second", { onFailure: "undo", retry: retries(0) }),
    ]),
  ],
  {
    init: [batchStep("prepare")],
    rollbacks: new Map([["undo", [step("put-back", { function: text("Undo-Thing") })]]]),
  },
);

let temporary: TemporaryStore;
let database: DatabaseSync;
let run: Run;

const give = (...inputs: readonly Unsigned[]) =>
  commitInputs(temporary.store, temporary.clock, run, inputs.map(signed));

async function sweepAndAnswer(outcome = SUCCESS): Promise<void> {
  const due = dueInputs(run);
  if (due.length > 0) await give(...due);
  const [job] = run.jobs.splice(0, 1);
  if (job !== undefined) await give(resultOf(job, outcome));
}

const rows = (query: string) =>
  database
    .prepare(query)
    .all()
    .map((row) => ({ ...row }));

beforeAll(async () => {
  temporary = await temporaryStore();
  const name = RunbookName.parse("views");
  const version = await temporary.store.runbooks.publish(
    {
      name,
      yaml: "name: views",
      dataTableName: "runbook_views_v1",
      overdue: "ignore",
      rerunInit: false,
      publishedBy: null,
      steps: stepPlans(PLAN),
    },
    () => [],
  );
  expect(answerOf(version)).toBe(1);
  run = await beginOnStore(temporary.store, name, [PLAN]);
  run.now = START;
  await give(memberNamed("ada"), { kind: "batch-detected" });
  await sweepAndAnswer();
  await sweepAndAnswer();
  await sweepAndAnswer(failure());
  await sweepAndAnswer();
  database = new DatabaseSync(temporary.path, { readOnly: true });
});
afterAll(async () => {
  database.close();
  await temporary.remove();
});

describe("the contract's tables", () => {
  test.each(Object.entries(COLUMNS))(
    "M-057, M-059, M-060, M-061, M-062, M-063, M-064: %s has its columns",
    (table, columns) => {
      const found = database.prepare(`select * from ${table}`).columns();
      expect(found.map(({ name }) => name)).toEqual(
        expect.arrayContaining(columns.trim().split(/\s+/)),
      );
    },
  );

  test("M-059: a batch shows its runbook's row and its current phase", () => {
    const [batch] = rows("select * from batches");
    expect(batch).toMatchObject({ runbook_id: 1, current_phase: "move", is_manual: 0 });
    expect(batch).toMatchObject({
      batch_start_time: START.toISOString(),
      init_dispatched_at: START.toISOString(),
    });
  });

  test("M-062, X-63: executions of every kind show their step's name, worker and policies", () => {
    const found = rows(
      `select kind, step_name, worker_id, function_name, status, is_poll_step, on_failure, job_id
        from step_executions order by id`,
    );
    expect(found.map(({ kind, step_name, status }) => `${kind} ${step_name} ${status}`)).toEqual([
      "init prepare succeeded",
      "step first succeeded",
      "step second rolled_back",
      "rollback put-back succeeded",
    ]);
    expect(found.map(({ is_poll_step }) => is_poll_step)).toEqual([0, 1, 0, 0]);
    expect(found.map(({ on_failure }) => on_failure)).toEqual([null, null, "undo", null]);
    expect(found.at(-1)?.["function_name"]).toBe("Undo-Thing");
    for (const { job_id, kind } of found) {
      expect(parseJobId(String(job_id))).toMatchObject({ kind, attempt: 1, poll: 0 });
    }
  });

  test("M-062: params and errors are what was sent and what came back", () => {
    const [failed] = rows("select * from step_executions where step_name = 'second'");
    expect(JSON.parse(String(failed?.["params_json"]))).toEqual({ Key: "ada" });
    expect(failed?.["error_message"]).toBe("no such mailbox");
  });

  test("M-063: init steps are shown by batch and version", () => {
    expect(
      rows("select batch_id, runbook_version, step_index, step_name from init_executions"),
    ).toEqual([
      { batch_id: run.world.batch.id, runbook_version: 1, step_index: 0, step_name: "prepare" },
    ]);
  });

  test("I29 (part): the log shows each event in a row of its own, numbered without gaps", () => {
    const found = rows("select * from events order by batch_id, seq");
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, index) => index + 1));
    expect(found.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["member.added", "step.succeeded", "step.failed"]),
    );
    const failed = found.find(({ type }) => type === "step.failed");
    expect(failed).toMatchObject({ from_status: "dispatched", to_status: "failed", member_id: 1 });
    expect(JSON.parse(String(failed?.["detail_json"]))).toMatchObject({ after: "give-up" });
    expect(found.length).toBe(run.world.batch.eventSeq);
  });

  test("X-23: the old data table is a view of the members with its six system columns", () => {
    const [row] = rows("select * from runbook_views_v1");
    expect(row).toMatchObject({
      _member_key: "ada",
      _is_current: 0,
      _batch_time: START.toISOString(),
    });
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining(["_row_id", "_first_seen_at", "_last_seen_at"]),
    );
  });
});
