/** What must hold after every decision, whatever the inputs were. Each line names the invariant
 *  it checks; a broken one throws, with the numbers. */

import { BATCH_MOVES } from "../../../../runtime/domain/batch.ts";
import type { Decision } from "../../../../runtime/domain/engine/decision.ts";
import {
  type ExecutionRow,
  isCompensation,
  isPassed,
} from "../../../../runtime/domain/engine/execution-row.ts";
import type { Input } from "../../../../runtime/domain/engine/inputs.ts";
import type { MemberRow, PhaseRow, SlotRow } from "../../../../runtime/domain/engine/rows.ts";
import { roomIn } from "../../../../runtime/domain/engine/slot-room.ts";
import {
  isLiveBatch,
  isOpenStep,
  isTerminalPhase,
} from "../../../../runtime/domain/engine/statuses.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import { MEMBER_MOVES } from "../../../../runtime/domain/member.ts";
import type { Moves } from "../../../../runtime/domain/moves.ts";
import { canMove } from "../../../../runtime/domain/moves.ts";
import { PHASE_MOVES } from "../../../../runtime/domain/phase.ts";
import { STEP_MOVES } from "../../../../runtime/domain/step.ts";
import { jobsIn } from "./jobs-in.ts";

function must(holds: boolean, invariant: string, facts: unknown): void {
  if (!holds) throw new Error(`${invariant} is broken: ${JSON.stringify(facts)}`);
}

export function checkInvariants(before: World, decision: Decision, after: World, now: Date): void {
  checkKeys(after);
  checkMembers(after);
  for (const row of rowsOf(after, 0)) checkOrder(after, rowsOf(after, 0), row);
  checkPhases(after);
  checkBatch(after);
  checkSlots(after);
  checkMoves(before, after);
  checkRounds(before, after);
  checkJobs(before, decision, after, now);
}

/** I5: whatever was not applied wrote nothing but the record of it. */
export function checkIgnored(decision: Decision): void {
  if (decision.verdicts.includes("applied")) return;
  const { patches, inserts, bulk, publish, attention, counters } = decision;
  const written = [...patches, ...inserts, ...bulk, ...publish, ...attention];
  must(written.length === 0, "I5 ignored", written);
  for (const { add } of counters) must(Object.keys(add).join() === "eventSeq", "I5 counters", add);
}

/** I5: the first result of a group counts only if its job is the one that is out. */
export function checkCurrent(before: World, [input]: readonly Input[], decision: Decision): void {
  if (input?.kind !== "worker-result" || decision.verdicts[0] !== "applied") return;
  const { attempt, poll, correlationData } = input.result;
  const row = before.executions.get(correlationData.stepExecutionId);
  const isCurrent = row?.outstanding && row.attempt === attempt && row.pollCount === poll;
  must(isCurrent === true, "I5", { row, attempt, poll });
}

/** I3. */
function checkKeys({ executions }: World): void {
  const keys = new Set<string>();
  for (const row of executions.values()) {
    const { kind, phaseId, undoesId, memberId, generation, version, stepIndex } = row;
    const key = [kind, phaseId, undoesId, memberId, generation, version, stepIndex].join("/");
    must(!keys.has(key), "I3", row);
    keys.add(key);
  }
}

const rowsOf = ({ executions }: World, memberId: number): readonly ExecutionRow[] =>
  [...executions.values()].filter((row) => row.memberId === memberId);

/** I4, I18: one job at a time; steps and phases in order; undoing with nothing else out. */
function checkMembers(world: World): void {
  for (const member of world.members.values()) {
    const rows = rowsOf(world, member.id);
    const out = rows.filter((row) => row.outstanding);
    must(out.length <= 1, "I4", out);
    must((out[0]?.id ?? 0) === member.currentExecutionId, "I4 current", { member, out });
    const undoing = rows.some((row) => isCompensation(row) && row.outstanding);
    must(!undoing || out.length === 1, "I18", out);
    for (const row of rows) checkOrder(world, rows, row);
    if (member.status === "active") continue;
    const open = rows.filter((row) => !isCompensation(row) && (isOpenStep(row.status) || row.held));
    must(open.length === 0, "I11", { member, open });
  }
}

function checkOrder(world: World, rows: readonly ExecutionRow[], row: ExecutionRow): void {
  const hasBegun = row.status === "dispatched" || row.status === "polling";
  if (row.undoesId !== 0 && isOpenStep(row.status)) {
    const original = world.executions.get(row.undoesId);
    const isFinal = original?.status === "failed" || original?.status === "poll_timeout";
    must(isFinal && !original.held, "I17", { row, original });
  }
  if (!hasBegun) return;
  const phase = row.phaseId === 0 ? undefined : world.phases.get(row.phaseId);
  const plan = phase && world.plans.get(phase.version)?.phases[phase.position];
  const earlier = rows.filter(
    (other) =>
      other.kind === row.kind &&
      other.phaseId === row.phaseId &&
      other.undoesId === row.undoesId &&
      other.version === row.version &&
      other.generation === row.generation &&
      other.stepIndex < row.stepIndex,
  );
  must(earlier.every(isPassed), "I4, I17 order", { row, earlier });
  if (phase?.status === "dispatched" && plan?.barrier) {
    must(row.stepIndex <= phase.barrierStep, "X-15", { row, phase });
  }
}

/** I8, I9, I10. */
function checkPhases(world: World): void {
  for (const phase of world.phases.values()) {
    const rows = [...world.executions.values()].filter((row) => row.phaseId === phase.id);
    const open = rows.filter((row) => isOpenStep(row.status) || row.held);
    const members = new Set(open.map((row) => row.memberId));
    for (const count of [phase.total, phase.remaining, phase.succeeded, phase.failed]) {
      must(count >= 0, "I8 sign", phase);
    }
    if (phase.status === "dispatched") {
      must(phase.remaining === members.size, "I8", { phase, members: [...members] });
      must(phase.remaining > 0, "I9", phase);
      must(phase.total === phase.remaining + phase.succeeded + phase.failed, "I8 sum", phase);
      const atBarrier = open.filter((row) => row.stepIndex === phase.barrierStep);
      must(phase.barrierRemaining === atBarrier.length, "X-15 count", { phase, atBarrier });
    } else must(phase.remaining === 0, "I9 end", phase);
    if (world.batch.statusReason === null) checkDone(world, phase, rows);
    if (phase.status === "pending") must(rows.length === 0, "I10 pending", { phase, rows });
  }
}

/** L2: of a phase, ended or not, who failed and who came through are as many as its members say. */
function checkDone(world: World, phase: PhaseRow, rows: readonly ExecutionRow[]): void {
  const ofMember = Map.groupBy(rows, ({ memberId }) => memberId);
  const done = [...world.members.values()].flatMap(({ id, generation, status }) => {
    const own = (ofMember.get(id) ?? []).filter((row) => row.generation === generation);
    if (own.length === 0) return [];
    return own.every(isPassed) ? ["passed"] : [status];
  });
  const { failed, lateFailed, succeeded, lateSucceeded, lateWithdrawn } = phase;
  const isFailed = done.filter((each) => each === "failed").length;
  must(failed + lateFailed === isFailed, "L2 failed", { phase, done });
  const passed = done.filter((each) => each === "passed").length;
  const isEmpty = rows.length === 0;
  must(isEmpty || succeeded + lateSucceeded - lateWithdrawn === passed, "L2 passed", {
    phase,
    done,
  });
}

function checkBatch(world: World): void {
  const { batch } = world;
  const rows = [...world.executions.values()];
  const open = rows.filter((row) => isOpenStep(row.status) || row.held);
  const late = open.filter((row) => isLate(row, world.phases));
  const undoing = open.filter(isCompensation);
  const members = [...world.members.values()];
  must(batch.lateExecutions === late.length, "X-71 late", { batch, late });
  must(batch.compensations === undoing.length, "compensations", { batch, undoing });
  must(batch.inFlight === rows.filter((row) => row.outstanding).length, "in flight", batch);
  must(batch.activeMembers === count(members, "active"), "active members", batch);
  must(batch.failedMembers === count(members, "failed"), "failed members", batch);
  if (isLiveBatch(batch.status)) return;
  const rest = open.filter((row) => !isCompensation(row) && row.kind !== "finalize");
  must(rest.length === 0, "I10", { batch, rest });
  const phases = [...world.phases.values()];
  must(
    phases.every(({ status }) => isTerminalPhase(status)),
    "I10 phases",
    phases,
  );
}

const isLate = (row: ExecutionRow, phases: World["phases"]): boolean => {
  const phase: PhaseRow | undefined = row.phaseId === 0 ? undefined : phases.get(row.phaseId);
  return phase !== undefined && isTerminalPhase(phase.status);
};

const count = (members: readonly MemberRow[], status: MemberRow["status"]): number =>
  members.filter((member) => member.status === status).length;

/** Another slot is full and known to be waited for: its room will make this one due. */
const isWaitedElsewhere = (world: World, { key }: SlotRow): boolean =>
  [...world.slots.values()].some(
    (other) => other.key !== key && other.waiting && roomIn(other) <= 0,
  );

/** All steps but those of a few examples are for one worker. */
function checkSlots(world: World): void {
  for (const slot of world.slots.values()) {
    if (slot.key.startsWith("worker:") && slot.key !== "worker:worker-01") continue;
    const used = [...world.executions.values()].filter(
      (row) =>
        row.outstanding &&
        (slot.key === `function:${row.frozen?.functionName}` || slot.key === "worker:worker-01"),
    );
    must(slot.inUse === used.length, "slots in use", { slot, used: used.length });
    const parked = [...world.executions.values()].some((row) => row.waitingFor === slot.key);
    must(!parked || slot.waiting, "slots waiting", slot);
    const isDue = slot.waiting && roomIn(slot) > 0 && !isWaitedElsewhere(world, slot);
    must(!isDue || slot.dueAt !== null, "slot due", slot);
    must(slot.dueAt === null || (slot.waiting && roomIn(slot) > 0), "slot due in vain", slot);
  }
}

/** I19: every change of status is a walk along arrows of its table. */
function checkMoves(before: World, after: World): void {
  walk(BATCH_MOVES, before.batch.status, after.batch.status);
  for (const [id, { status }] of before.members) {
    walk(MEMBER_MOVES, status, after.members.get(id)?.status ?? status);
  }
  for (const [id, { status }] of before.phases) {
    walk(PHASE_MOVES, status, after.phases.get(id)?.status ?? status);
  }
  for (const [id, { status }] of before.executions) {
    walk(STEP_MOVES, status, after.executions.get(id)?.status ?? status);
  }
}

function walk<Status extends string>(moves: Moves<Status, string>, from: Status, to: Status): void {
  const reached = new Set<Status>([from]);
  for (const status of reached) {
    for (const move of moves[status]) {
      if (canMove(moves, status, move.to, "operator")) reached.add(move.to);
    }
  }
  must(reached.has(to), "I19", { from, to });
}

/** I12, I13, I20: attempts and polls only grow; what was sent stays what it was. */
function checkRounds(before: World, after: World): void {
  for (const [id, old] of before.executions) {
    const row = after.executions.get(id);
    must(row !== undefined, "rows stay", old);
    if (row === undefined) continue;
    must(row.attempt >= old.attempt, "I12", { old, row });
    must(row.attempt > old.attempt || row.pollCount >= old.pollCount, "I13", { old, row });
    if (old.frozen !== null) must(row.frozen === old.frozen, "I20", { old, row });
    const plan = row.phaseId === 0 ? undefined : planStep(after, row);
    if (plan !== undefined) must(row.retryCount <= plan.retry.maxRetries, "I12 cap", row);
  }
}

const planStep = (world: World, row: ExecutionRow) => {
  const phase = row.phaseId === 0 ? undefined : world.phases.get(row.phaseId);
  return phase && world.plans.get(phase.version)?.phases[phase.position]?.steps[row.stepIndex];
};

/** I5, I11, I13, I15, I17: a job goes out only for a row that asks for exactly this one. */
function checkJobs(before: World, decision: Decision, after: World, now: Date): void {
  const sent = new Set<string>();
  for (const job of jobsIn(decision)) {
    must(!sent.has(job.jobId), "I6 one id, one job", job);
    sent.add(job.jobId);
    must(!JSON.stringify(job.parameters).includes("{{"), "I20 no template leaves", job);
    const row = after.executions.get(job.correlationData.stepExecutionId);
    must(row !== undefined, "a job without an execution", job);
    if (row === undefined) continue;
    must(row.attempt >= job.attempt, "I5", { row, job });
    must(!before.executions.get(row.id)?.skipped, "I17 skipped", { row, job });
    const wasOver = !isLiveBatch(before.batch.status) && !isLiveBatch(after.batch.status);
    must(!wasOver || isCompensation(row) || row.kind === "finalize", "I11 batch", job);
    const deadline = planStep(after, row)?.poll;
    if (job.poll > 0 && deadline && row.pollStartedAt !== null) {
      const end = row.pollStartedAt.getTime() + deadline.timeoutSec * 1_000;
      must(now.getTime() < end, "I13 no poll after the deadline", { row, job });
    }
  }
  for (const [id, phase] of after.phases) {
    const wasPending = before.phases.get(id)?.status === "pending";
    if (!wasPending || phase.status !== "dispatched" || phase.dueAt === null) continue;
    must(phase.dueAt <= now, "I15", phase);
  }
}
