/** The contract's tables (M-059 … M-063) as views over the engine's narrow rows. What a reader of
 *  the contract expects in a row and the engine never decides by (names, workers, policies of a
 *  step; the runbook's row; the current phase) is looked up here instead of being stored a
 *  hundred thousand times. `runbooks` and `runbook_automation_settings` are tables. */
import { type RawBuilder, sql } from "kysely";
import type { Words } from "./words.ts";

type View = { readonly name: string; readonly as: RawBuilder<unknown> };

const BATCHES: View = {
  name: "batches",
  as: sql`select b.id, r.id as runbook_id, b.batch_start_time, b.status, b.detected_at,
    b.init_dispatched_at, b.is_manual, b.created_by,
    (select p.phase_name from phase_rows p where p.id = (select max(q.id) from phase_rows q
      where q.batch_id = b.id and q.dispatched_at is not null)) as current_phase,
    b.runbook_name, b.version as runbook_version, b.batch_key, b.status_reason, b.outcome,
    b.paused, b.fence, b.event_seq, b.active_members, b.failed_members,
    b.member_count - b.active_members - b.failed_members as removed_members,
    case when exists (select 1 from attention a where a.batch_id = b.id and a.closed_at is null)
      then 1 else 0 end as needs_attention
    from batch_rows b
    left join runbooks r on r.name = b.runbook_name and r.version = b.version`,
};

/** Members found together with their batch were never announced one by one. */
const MEMBERS: View = {
  name: "batch_members",
  as: sql`select m.id, m.batch_id, m.member_key, m.data_json, m.worker_data_json, m.status,
    m.added_at, m.removed_at, m.failed_at,
    case when m.added_at > b.detected_at then m.added_at end as add_dispatched_at,
    m.removed_at as remove_dispatched_at, m.generation
    from member_rows m inner join batch_rows b on b.id = m.batch_id`,
};

const PHASES: View = {
  name: "phase_executions",
  as: sql`select p.id, p.batch_id, p.phase_name, p.offset_minutes, p.due_at,
    p.version as runbook_version, p.status, p.dispatched_at, p.completed_at, p.outcome, p.paused,
    p.total, p.remaining, p.succeeded, p.failed, p.late_members
    from phase_rows p`,
};

const JOB_ID = sql`case when e.dispatched_at is not null then concat(e.kind, '-', e.id,
    case when e.attempt = 1 then '-attempt-1' else concat('-retry-', e.attempt - 1) end,
    case when e.poll_count = 0 then '' else concat('-poll-', e.poll_count) end) end`;

export const sharedColumns = ({ jsonValue, jsonPart }: Words): RawBuilder<unknown> =>
  sql`s.step_name, e.step_index, s.worker_id,
    coalesce(${jsonValue("e.frozen_json", "$.functionName")}, s.function_name) as function_name,
    ${jsonPart("e.frozen_json", "$.params")} as params_json, e.status, ${JOB_ID} as job_id,
    e.result_json, ${jsonValue("e.error_json", "$.message")} as error_message, e.dispatched_at,
    e.completed_at, s.is_poll_step, s.poll_interval_sec, s.poll_timeout_sec, e.poll_started_at,
    e.last_polled_at, e.poll_count, s.on_failure, e.retry_count, s.max_retries,
    s.retry_interval_sec,
    case when e.status = 'pending' and e.retry_count > 0 then e.due_at end as retry_after`;

/** A rollback's steps are those that the failed step's `on_failure` names. */
export const WITH_PLANS = sql`from execution_rows e
    inner join batch_rows b on b.id = e.batch_id
    left join phase_rows p on p.id = e.phase_id
    left join execution_rows u on u.id = e.undoes_id
    left join phase_rows up on up.id = u.phase_id
    left join step_plans us on us.runbook_name = b.runbook_name and us.version = u.version
      and us.step_index = u.step_index
      and us.scope = case u.kind when 'step' then concat('phase:', up.phase_name) else u.kind end
    left join step_plans s on s.runbook_name = b.runbook_name and s.version = e.version
      and s.step_index = e.step_index
      and s.scope = case e.kind when 'step' then concat('phase:', p.phase_name)
        when 'rollback' then concat('rollback:', us.on_failure) else e.kind end`;

const steps = (words: Words): View => ({
  name: "step_executions",
  as: sql`select e.id, nullif(e.phase_id, 0) as phase_execution_id,
    nullif(e.member_id, 0) as batch_member_id, ${sharedColumns(words)}, e.kind, e.batch_id,
    e.generation ${WITH_PLANS}`,
});

/** An init that was run again shows its last run only: its rows are unique by version and index. */
const inits = (words: Words): View => ({
  name: "init_executions",
  as: sql`select e.id, e.batch_id, e.version as runbook_version, ${sharedColumns(words)}
    ${WITH_PLANS} where e.kind = 'init'
    and e.generation = (select max(g.generation) from execution_rows g
      where g.batch_id = e.batch_id and g.member_id = 0 and g.kind = 'init'
      and g.version = e.version)`,
});

/** One row for each event, as its row of the log lists them. */
const events = ({ jsonValue, jsonPart, eachItem, itemPlace }: Words): View => {
  const part = (place: number): RawBuilder<unknown> => jsonValue("j.value", `$[${place}]`);
  return {
    name: "events",
    as: sql`select c.batch_id, c.first_seq + ${itemPlace} as seq, c.at, ${part(0)} as actor,
      ${part(1)} as cause, ${part(2)} as type, ${part(3)} as member_id, ${part(4)} as execution_id,
      ${part(5)} as phase_id, ${part(6)} as from_status, ${part(7)} as to_status,
      ${part(8)} as next_id, ${jsonPart("j.value", "$[9]")} as detail_json
      from event_chunks c ${eachItem("c.events_json")}`,
  };
};

export const viewsOf = (words: Words): readonly View[] => [
  events(words),
  BATCHES,
  MEMBERS,
  PHASES,
  steps(words),
  inits(words),
];
