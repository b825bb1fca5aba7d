/** Insights, in SQLite. */
import type { MemberId } from "../../contract/ids.ts";
import type { BatchRow } from "../../domain/engine/rows.ts";
import type { BatchSeen, Chosen, Insights } from "../insights.ts";
import { armedMembers } from "../operations/insight/armed-members.ts";
import { batchIncidents } from "../operations/insight/batch-incidents.ts";
import { chunksByTime } from "../operations/insight/chunks-by-time.ts";
import { failedSteps } from "../operations/insight/failed-steps.ts";
import {
  idOf,
  incidentOf,
  namedStepOf,
  seenMemberOf,
} from "../operations/insight/insight-cells.ts";
import { memberAbsences } from "../operations/insight/member-absences.ts";
import { namedSteps } from "../operations/insight/named-steps.ts";
import { newestChunks } from "../operations/insight/newest-chunks.ts";
import { parkedSteps } from "../operations/insight/parked-steps.ts";
import { sampleMembers } from "../operations/insight/sample-members.ts";
import { seenMembers } from "../operations/insight/seen-members.ts";
import { seenSteps } from "../operations/insight/seen-steps.ts";
import { STEP_COLUMNS, seenStepOf } from "../operations/insight/step-columns.ts";
import { loadAttention } from "../operations/load/load-attention.ts";
import { loadBatches } from "../operations/load/load-batches.ts";
import { loadPhases } from "../operations/load/load-phases.ts";
import { loadSlots } from "../operations/load/load-slots.ts";
import { membersByKeys } from "../operations/load/members-by-keys.ts";
import { membersOfExecutions } from "../operations/load/members-of-executions.ts";
import { attentionOf } from "../operations/record/attention-cells.ts";
import { eventsOf } from "../operations/record/event-cells.ts";
import { rowOf } from "../operations/row-codec.ts";
import type { Access } from "./access.ts";
import { prospectRows } from "./prospect-rows.ts";
import { searchRows } from "./search-rows.ts";
import type { Statements } from "./statements.ts";

/** Rows that fall due next, on the whole platform, among which those of a batch are looked for. */
const ARMED_WINDOW = 2_000;
/** Who is under way, parked or asked about: more than people look at. */
const BUSY_MAX = 200;
const INCIDENTS_MAX = 100;

type Parts = Pick<Access, "statements" | "read" | "now">;

export function insightRows({ statements, read, now }: Parts): Insights {
  const all = statements.all;
  return {
    batch: (id) => read(() => batchSeen(statements, id, now())),
    members: (id, ids) => read(() => membersSeen(statements, id, ids)),
    memberOf: (id, stepId) =>
      read(() => all(membersOfExecutions, [JSON.stringify([stepId]), id]).map(idOf)[0] ?? null),
    membersOf: (id, steps) =>
      read(() =>
        all(membersOfExecutions, [JSON.stringify(steps), id])
          .map(idOf)
          .filter((of) => of !== 0),
      ),
    keys: (id, members) =>
      read(() => {
        const found = all(seenMembers, [JSON.stringify(members), id]).map(seenMemberOf);
        return new Map(found.map((member) => [member.id, member.key]));
      }),
    memberByKey: (id, key) =>
      read(() => all(membersByKeys, [id, JSON.stringify([key])]).map(idOf)[0] ?? null),
    choose: (seen, most) => read(() => choose(statements, seen, most)),
    newest: (id, before, most) =>
      read(() =>
        all(newestChunks, [id, before, most]).flatMap((cells) => eventsOf(cells).toReversed()),
      ),
    byTime: (from, to, rows) =>
      read(() =>
        all(chunksByTime, [from.toISOString(), to.toISOString(), rows]).flatMap((cells) =>
          eventsOf(cells).toReversed(),
        ),
      ),
    named: (id, steps) => read(() => all(namedSteps, [id, JSON.stringify(steps)]).map(namedStepOf)),
    failures: (id, members) =>
      read(() =>
        all(failedSteps, [id, members]).map((cells) => ({
          step: seenStepOf(cells),
          memberKey: String(cells[STEP_COLUMNS.length]) as never,
        })),
      ),
    phasesOf: (ids) =>
      read(() => all(loadPhases, [JSON.stringify(ids)]).map((cells) => rowOf("phases", cells))),
    ...searchRows({ statements, read }),
    ...prospectRows({ statements, read }),
  };
}

function batchSeen({ all }: Statements, id: BatchRow["id"], now: Date): BatchSeen | null {
  const ids = JSON.stringify([id]);
  const [cells] = all(loadBatches, [ids]);
  if (cells === undefined) return null;
  return {
    now,
    batch: rowOf("batches", cells),
    phases: all(loadPhases, [ids]).map((row) => rowOf("phases", row)),
    slots: all(loadSlots, [ids]).map((row) => rowOf("slots", row)),
    attention: all(loadAttention, [ids]).map(attentionOf),
    own: all(seenSteps, [id, JSON.stringify([0])])
      .map(seenStepOf)
      .sort((one, other) => one.id - other.id),
    incidents: all(batchIncidents, [id, INCIDENTS_MAX]).flatMap((row) => incidentOf(row) ?? []),
  };
}

function membersSeen({ all }: Statements, id: BatchRow["id"], ids: readonly MemberId[]) {
  const wanted = JSON.stringify(ids);
  const steps = Map.groupBy(
    all(seenSteps, [id, wanted]).map(seenStepOf),
    ({ memberId }) => memberId,
  );
  const held = new Set(all(memberAbsences, [wanted]).map(idOf));
  return all(seenMembers, [wanted, id]).map((cells) => {
    const member = seenMemberOf(cells);
    const own = (steps.get(member.id) ?? []).sort((one, other) => one.id - other.id);
    return { member, steps: own, isHeld: held.has(member.id) };
  });
}

function choose({ all }: Statements, seen: BatchSeen, most: number): Chosen {
  const { batch, attention } = seen;
  const every = Math.max(1, Math.ceil(batch.memberCount / most));
  const sampled = all(sampleMembers, [batch.id, every, most]).map(idOf);
  const asked = attention.flatMap(({ subject }) => {
    const step = /^step:([0-9]+)$/.exec(subject)?.[1];
    return step === undefined ? [] : [Number(step)];
  });
  const parked = all(parkedSteps, [batch.id]).map(([, , first]) => Number(first));
  const steps = JSON.stringify([...asked, ...parked].slice(0, BUSY_MAX));
  const busy = [
    ...all(membersOfExecutions, [steps, batch.id]).map(idOf),
    ...all(armedMembers, [ARMED_WINDOW, batch.id]).map(idOf),
  ];
  return { every, sampled, busy: [...new Set(busy)].filter((id) => id !== 0).slice(0, BUSY_MAX) };
}
