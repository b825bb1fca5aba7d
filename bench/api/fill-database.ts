/** A database as a platform has it that has run for long: a million steps and more, in batches of
 *  ten thousand members. Written by statements, not by the engine, which would take its time. */
import { randomUUID } from "node:crypto";
import { WorkerId } from "../../runtime/contract/identifiers.ts";
import { openEngine } from "../../runtime/engine/open-engine.ts";
import { openExchange } from "../../runtime/hosts/embedded/open-exchange.ts";
import { openDatabase } from "../../runtime/store/sqlite/database.ts";
import { systemClock } from "../../runtime/time/system/system-clock.ts";

export type Filled = {
  readonly batches: number;
  readonly membersPerBatch: number;
  readonly steps: number;
};

const MEMBERS = 10_000;
const STEPS = 5;
const WORKER = "worker-01";

const step = (index: number): string =>
  `      - {name: step-${index}, worker_id: ${WORKER}, function: Invoke-NoOp, params: {}}`;
const RUNBOOK = `name: bench
data_source: {type: csv, primary_key: Person, batch_time: immediate, columns: [Person]}
phases:
  - name: move
    offset: T-0
    steps:
${Array.from({ length: STEPS }, (_, index) => step(index)).join("\n")}
`;

export async function fillDatabase(path: string, stepsWanted: number): Promise<Filled> {
  await makeTables(path);
  const batches = Math.ceil(stepsWanted / (MEMBERS * STEPS));
  const database = openDatabase({ path });
  database.exec("pragma synchronous = off");
  for (let batch = 1; batch <= batches; batch += 1) {
    database.exec("begin");
    for (const statement of batchStatements(batch, batch === batches)) database.exec(statement);
    database.exec("commit");
  }
  const next = batches * MEMBERS * STEPS + 1;
  database.exec(`update id_counters set next_id = ${next}`);
  database.exec("analyze");
  database.close();
  return { batches, membersPerBatch: MEMBERS, steps: batches * MEMBERS * STEPS };
}

async function makeTables(path: string): Promise<void> {
  const clock = systemClock;
  const exchange = await openExchange({
    path,
    clock,
    nextId: randomUUID,
    workerIds: [WorkerId.parse(WORKER)],
  });
  const engine = openEngine({ store: exchange.store, clock, observe: () => undefined });
  const published = await engine.publishRunbook({ yaml: RUNBOOK, publishedBy: "bench" });
  if (!published.ok) throw new Error(`the runbook was refused: ${published.error.kind}`);
  await exchange.close();
}

/** All batches have ended but the last, whose next phase is due in a hundred years. */
function batchStatements(batch: number, isLast: boolean): readonly string[] {
  const at = "'2026-01-01T00:00:00.000Z'";
  const ended = isLast ? "null" : at;
  const firstMember = (batch - 1) * MEMBERS;
  const counted = `with recursive n(i) as
    (select 1 union all select i + 1 from n where i < ${MEMBERS})`;
  const status = isLast ? "'active'" : "'completed'";
  return [
    `insert into batch_rows (id, runbook_name, version, batch_key, batch_start_time, is_manual,
      status, status_reason, outcome, ended_at, fence, paused, finalize, budget_json,
      failures_accepted, member_count, active_members, failed_members, late_executions,
      compensations, in_flight, event_seq, revision, detected_at, init_dispatched_at, created_by)
      values (${batch}, 'bench', 1, 'bench ${batch}', ${at}, 0, ${status}, null,
      ${isLast ? "null" : "'all'"}, ${ended}, 0, 0, '${isLast ? "waiting" : "done"}', null, 0,
      ${MEMBERS}, ${MEMBERS}, 0, 0, 0, 0, ${STEPS * MEMBERS}, 1, ${at}, ${at}, null)`,
    `insert into phase_rows (id, batch_id, phase_name, version, position, offset_minutes, due_at,
      status, skipped_for, outcome, paused, dispatched_at, completed_at, total, remaining,
      succeeded, failed, late_members, late_succeeded, barrier_step, barrier_remaining)
      values (${batch}, ${batch}, 'move', 1, 0, 0, ${at}, 'completed', null, 'all', 0, ${at},
      ${at}, ${MEMBERS}, 0, ${MEMBERS}, 0, 0, 0, 0, 0)`,
    `insert into member_rows (id, batch_id, runbook_name, member_key, ordinal, generation, status,
      holds_key, waits_for, removal_approved, data_json, worker_data_json, added_at, removed_at,
      failed_at, refreshed_at) ${counted}
      select ${firstMember} + i, ${batch}, 'bench', 'person-' || i || '@contoso.com', i, 0,
      'active', ${isLast ? 1 : 0}, null, 0,
      '{"Person":"person-' || i || '@contoso.com","Department":"Sales"}', '{}', ${at}, null, null,
      null from n`,
    ...Array.from({ length: STEPS }, (_, index) => stepStatement(batch, index, counted, at)),
  ];
}

/** One of a hundred has failed. */
const stepStatement = (batch: number, index: number, counted: string, at: string): string =>
  `insert into execution_rows (id, batch_id, kind, phase_id, undoes_id, member_id, generation,
    step_index, version, status, attempt, poll_count, retry_count, outstanding, fence, due_at,
    waiting_for, held, skipped, frozen_json, undo_json, dispatched_at, completed_at,
    poll_started_at, last_polled_at, result_json, error_json) ${counted}
    select ${(batch - 1) * MEMBERS * STEPS} + (i - 1) * ${STEPS} + ${index + 1}, ${batch}, 'step',
    ${batch}, 0, ${(batch - 1) * MEMBERS} + i, 0, ${index}, 1,
    case when i % 100 = 0 and ${index} = 4 then 'failed' else 'succeeded' end, 1, 0, 0, 0, 0, null,
    null, 0, 0, '{"functionName":"Invoke-NoOp","params":{"Person":"person-' || i || '"}}', null,
    ${at}, ${at}, null, null, 'true',
    case when i % 100 = 0 and ${index} = 4
      then '{"kind":"failed","message":"The mailbox is locked."}' end from n`;
