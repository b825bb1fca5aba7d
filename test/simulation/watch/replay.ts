/** What the log alone says of statuses, event by event. Which executions there are, and whose, is
 *  taken from the rows; what became of them is not. Moves that follow from an event and have none
 *  of their own are followed here as the contract says them: who fails or is removed takes its open
 *  steps along, who is retried gets them back. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../../runtime/contract/ids.ts";
import type { EventDraft } from "../../../runtime/domain/engine/decision.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import { isOpenStep } from "../../../runtime/domain/engine/statuses.ts";
import type { BatchRows } from "./commit.ts";
import { executionsOf, isUndoing } from "./rows.ts";

export type Replay = {
  batch: string;
  readonly phases: Map<PhaseExecutionId, string>;
  readonly members: Map<MemberId, string>;
  readonly generations: Map<MemberId, number>;
  readonly executions: Map<StepExecutionId, ExecutionRow["status"]>;
  readonly skipped: Set<StepExecutionId>;
};

export const emptyReplay = (): Replay => ({
  batch: "detected",
  phases: new Map(),
  members: new Map(),
  generations: new Map(),
  executions: new Map(),
  skipped: new Set(),
});

export const statusOf = ({ executions }: Replay, id: StepExecutionId): ExecutionRow["status"] =>
  executions.get(id) ?? "pending";

type Facts = {
  readonly replay: Replay;
  readonly rows: BatchRows;
  /** Whether the runbook of a version has init steps. */
  readonly hasInit: (version: number) => boolean;
};

/** Takes one event in; answers with the status it should have started from, if it did not. */
export function takeIn(facts: Facts, event: EventDraft): string | null {
  const { executionId, memberId, phaseId, type } = event;
  const wrong =
    executionId !== 0
      ? ofStep(facts, event, executionId)
      : memberId !== 0
        ? ofMember(facts, event, memberId)
        : phaseId !== 0 && type.startsWith("phase.")
          ? ofPhase(facts, event, phaseId)
          : ofBatch(facts, event);
  return ofDispatch(facts, event) ?? wrong;
}

const differs = ({ from }: EventDraft, last: string | undefined): string | null =>
  from === null || from === last ? null : (last ?? "nothing");

function ofDispatch({ replay }: Facts, { next }: EventDraft): string | null {
  if (next === 0) return null;
  const last = statusOf(replay, next);
  replay.executions.set(next, "dispatched");
  return last === "pending" ? null : last;
}

const GIVEN_UP = "step.given_up";

function ofStep(facts: Facts, event: EventDraft, id: StepExecutionId): string | null {
  const { replay, rows } = facts;
  const { type, to, detail } = event;
  const last = statusOf(replay, id);
  // A failed step that is skipped was opened again for it: the event says where it began.
  const isReopened = type === "step.skipped" && last === "pending";
  const wrong = isReopened ? null : differs(event, last);
  const row = rows.executions.get(id);
  if (to === null || row === undefined) return wrong;
  const isRetried = detail?.["after"] === "retry";
  replay.executions.set(id, isRetried ? "pending" : (to as ExecutionRow["status"]));
  if (type === "step.skipped") replay.skipped.add(id);
  if (type === "step.retried") reopenBehind(facts, row);
  const isOver = type === GIVEN_UP && detail === null;
  if (isOver || detail?.["after"] === "give-up") giveUp(facts, row);
  return wrong;
}

function giveUp(facts: Facts, row: ExecutionRow): void {
  const { memberId, kind, stepIndex } = row;
  if (kind === "step" && memberId !== 0) {
    facts.replay.members.set(memberId, "failed");
    cancel(facts, executionsOf(facts.rows, memberId));
  } else if (kind !== "init") {
    const behind = sequenceOf(facts, row).filter((other) => other.stepIndex > stepIndex);
    for (const { id } of behind) cancelOne(facts, id);
  }
}

const sequenceOf = ({ rows }: Facts, row: ExecutionRow): readonly ExecutionRow[] =>
  executionsOf(rows, row.memberId).filter(
    (other) =>
      other.kind === row.kind &&
      other.phaseId === row.phaseId &&
      other.undoesId === row.undoesId &&
      other.generation === row.generation &&
      other.version === row.version,
  );

function reopenBehind(facts: Facts, row: ExecutionRow): void {
  const { replay } = facts;
  for (const { id } of sequenceOf(facts, row)) {
    if (statusOf(replay, id) === "cancelled" && !replay.skipped.has(id)) {
      replay.executions.set(id, "pending");
    }
  }
}

/** Those that are open and undo nothing. */
function cancel(facts: Facts, rows: Iterable<ExecutionRow>): void {
  for (const row of rows) if (!isUndoing(row)) cancelOne(facts, row.id);
}

function cancelOne({ replay }: Facts, id: StepExecutionId): void {
  if (isOpenStep(statusOf(replay, id))) replay.executions.set(id, "cancelled");
}

function ofMember(facts: Facts, event: EventDraft, id: MemberId): string | null {
  const { replay, rows } = facts;
  const wrong = differs(event, replay.members.get(id));
  if (event.to === null) return wrong;
  replay.members.set(id, event.to);
  const generation = replay.generations.get(id) ?? 0;
  const own = executionsOf(rows, id);
  if (event.type === "member.removed") cancel(facts, own);
  else if (event.type === "member.retried") reopenMember(facts, id, own);
  else replay.generations.set(id, generation + 1);
  return wrong;
}

/** From where it failed; anew, when what had failed was undone. */
function reopenMember(facts: Facts, id: MemberId, own: readonly ExecutionRow[]): void {
  const { replay } = facts;
  const generation = replay.generations.get(id) ?? 0;
  const current = own.filter((row) => row.phaseId !== 0 && row.generation === generation);
  if (current.some((row) => statusOf(replay, row.id) === "rolled_back")) {
    replay.generations.set(id, generation + 1);
    return;
  }
  reopenAll(facts, current);
}

function reopenAll({ replay }: Facts, rows: readonly ExecutionRow[]): void {
  for (const { id } of rows) {
    const isPassed = statusOf(replay, id) === "succeeded" || replay.skipped.has(id);
    if (!isPassed) replay.executions.set(id, "pending");
  }
}

function ofPhase({ replay }: Facts, event: EventDraft, id: PhaseExecutionId): string | null {
  const wrong = differs(event, replay.phases.get(id) ?? "pending");
  if (event.to !== null) replay.phases.set(id, event.to);
  return wrong;
}

const CALLED_OFF: ReadonlySet<string> = new Set(["batch.init_failed", "batch.cancelling"]);

function ofBatch(facts: Facts, event: EventDraft): string | null {
  const { replay, rows } = facts;
  const { type, to, detail } = event;
  const wrong = differs(event, replay.batch);
  const inits = executionsOf(rows, 0).filter(({ kind }) => kind === "init");
  if (type === "batch.version" && detail?.["rerunInit"] === true) {
    const version = Number(detail["to"]);
    if (facts.hasInit(version))
      cancel(
        facts,
        inits.filter((row) => row.version < version),
      );
  }
  if (CALLED_OFF.has(type)) cancel(facts, rows.executions.values());
  if (type === "batch.init_retried") retryInit(facts, inits);
  if (type === "batch.finalizing") beginFinalize(facts);
  if (to !== null) replay.batch = to;
  return wrong;
}

/** They are made with it: what an earlier event of the same commit called off was not theirs. */
function beginFinalize({ replay, rows }: Facts): void {
  for (const { id, kind } of executionsOf(rows, 0)) {
    if (kind === "finalize") replay.executions.set(id, "pending");
  }
}

function retryInit(facts: Facts, inits: readonly ExecutionRow[]): void {
  const { replay } = facts;
  const tried = inits.filter(({ id }) => replay.executions.has(id));
  const last = tried.at(-1);
  if (last === undefined) return;
  const current = sequenceOf(facts, last);
  const wasUndone = current.some(({ id }) => statusOf(replay, id) === "rolled_back");
  if (!wasUndone) reopenAll(facts, current);
}
