/** Pending executions for every active member of a batch but those listed: one statement for the
 *  whole phase. Their version is the phase's. Step by step, so that the rows come in the order of
 *  their ids: SQLite takes what stands left of a cross join as the outer loop. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const openPhase: Operation = {
  name: "open phase",
  takes: ["phase", "batch", "firstId", "members", "fence", "at", "except", "stepIndexes"],
  build: ({ flavour }) =>
    sql`insert into execution_rows (id, batch_id, kind, phase_id, undoes_id, member_id, generation,
      step_index, version, status, attempt, poll_count, retry_count, outstanding, fence, due_at,
      held, skipped)
    select ${arg("firstId")} + s.value * ${arg("members")} + m.ordinal - 1, m.batch_id, 'step',
      p.id, 0, m.id, m.generation, s.value, p.version, 'pending', 1, 0, 0, 0, ${arg("fence")},
      case when s.value = 0 then ${arg("at")} end, 0, 0
    from ${flavour.numbersOf(arg("stepIndexes"))} s
    cross join member_rows m
    inner join phase_rows p on p.batch_id = m.batch_id and p.id = ${arg("phase")}
    where m.batch_id = ${arg("batch")} and m.status = 'active'
      and m.id not in ${flavour.numbersOf(arg("except"))}`,
};
