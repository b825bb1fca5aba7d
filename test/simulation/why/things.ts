/** Everything in a batch that can be asked about, whether it is over, and what it looks like from
 *  outside: its status, its due time, how far it is. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import {
  isLiveBatch,
  isOpenStep,
  isTerminalPhase,
} from "../../../runtime/domain/engine/statuses.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import type { About } from "../../../runtime/domain/why/explain.ts";

export type Thing = About;

export const thingsOf = ({ phases, members, executions }: World): readonly Thing[] => [
  { kind: "batch" },
  ...[...phases.keys()].map((id) => ({ kind: "phase", id }) as const),
  ...[...members.keys()].map((id) => ({ kind: "member", id }) as const),
  ...[...executions.keys()].map((id) => ({ kind: "step", id }) as const),
];

const isUnderWay = ({ status, held, outstanding }: ExecutionRow): boolean =>
  held || outstanding || isOpenStep(status);

/** Told by the rows alone, without any reason. */
export function isOver(world: World, thing: Thing): boolean {
  const { batch, phases, members, executions } = world;
  const isLive = isLiveBatch(batch.status);
  switch (thing.kind) {
    case "batch":
      return !isLive && batch.inFlight + batch.compensations === 0;
    case "phase":
      return isTerminalPhase(phases.get(thing.id)?.status ?? "completed");
    case "step": {
      const row = executions.get(thing.id);
      return row === undefined || !isUnderWay(row);
    }
    case "member": {
      const own = [...executions.values()].filter(({ memberId }) => memberId === thing.id);
      if (own.some(isUnderWay)) return false;
      const isActive = members.get(thing.id)?.status === "active" && isLive;
      const isAhead = [...phases.values()].some(({ status }) => status === "pending");
      return !(isActive && (isAhead || phases.size === 0));
    }
  }
}

const lookOf = ({
  status,
  dueAt,
  attempt,
  pollCount,
  outstanding,
  waitingFor,
  held,
}: ExecutionRow) =>
  [status, dueAt?.getTime(), attempt, pollCount, outstanding, waitingFor, held].join(" ");

/** Changes whenever the thing has moved. */
export function lookOfThing(world: World, thing: Thing): string {
  const { batch, phases, members, executions } = world;
  switch (thing.kind) {
    case "batch": {
      const { status, statusReason, paused, finalize, inFlight, compensations } = batch;
      const own = [status, statusReason, paused, finalize, inFlight, compensations];
      return [
        ...own,
        ...[...phases.keys()].map((id) => lookOfThing(world, { kind: "phase", id })),
      ].join(" ");
    }
    case "phase": {
      const phase = phases.get(thing.id);
      const { status, dueAt, paused, remaining, barrierStep, barrierRemaining } = phase ?? {};
      return [status, dueAt?.getTime(), paused, remaining, barrierStep, barrierRemaining].join(" ");
    }
    case "member": {
      const { status, generation, waitsFor, removalApproved } = members.get(thing.id) ?? {};
      const own = [...executions.values()].filter(({ memberId }) => memberId === thing.id);
      return [status, generation, waitsFor, removalApproved, ...own.map(lookOf)].join(" ");
    }
    case "step": {
      const row = executions.get(thing.id);
      return row === undefined ? "gone" : lookOf(row);
    }
  }
}
