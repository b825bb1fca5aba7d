/** Does what a reason says: gives one of its orders, lets its time come, or has the worker answer.
 *  The core decides what becomes of it. */
import type { WorkerResult } from "../../../runtime/contract/messages/worker-result.ts";
import { apply } from "../../../runtime/domain/engine/apply.ts";
import { decide } from "../../../runtime/domain/engine/decide.ts";
import type { Verdict } from "../../../runtime/domain/engine/decision.ts";
import type { Input } from "../../../runtime/domain/engine/inputs.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import type { MovingOrder, Reason } from "../../../runtime/domain/why/reason.ts";

export type Done = { readonly world: World; readonly now: Date; readonly verdict: Verdict };

const BY = { actor: "ada@example.org", cause: "why" };

function decided(world: World, input: Input, now: Date): Done {
  const decision = decide(world, [input], now);
  const [verdict = "duplicate"] = decision.verdicts;
  return { world: apply(world, decision), now, verdict };
}

/** Null: the order is none that the core of a batch takes. */
export function give(world: World, order: MovingOrder, now: Date): Done | null {
  const input = inputOf(world, order);
  if (input === null) return null;
  const isRegistering = order.order === "register-worker";
  const offered = [...world.workers.values()][0] ?? new Map();
  const workers = isRegistering
    ? new Map([...world.workers, [order.workerId, offered]])
    : world.workers;
  const done = decided({ ...world, workers }, input, now);
  return order.order === "set-limit"
    ? { ...swept(done.world, order.key, now), verdict: done.verdict }
    : done;
}

/** What the engine does as soon as a slot has room. */
const swept = (world: World, key: string, now: Date): Done =>
  decided(world, { kind: "slot-due", key, by: BY }, now);

function inputOf(world: World, order: MovingOrder): Input | null {
  const ifSeq = null;
  switch (order.order) {
    case "resume":
      return { kind: "resume", phaseId: order.phaseId, ifSeq, by: BY };
    case "advance":
    case "cancel":
      return { kind: order.order, ifSeq, by: BY };
    case "approve-removals":
      return { kind: "approve-removals", memberIds: [...world.members.keys()], ifSeq, by: BY };
    case "retry-step":
    case "fail-step":
      return { kind: order.order, executionId: order.executionId, ifSeq, by: BY };
    case "skip-step":
      return { kind: "skip-step", executionId: order.executionId, reason: "why", ifSeq, by: BY };
    case "register-worker":
      return { kind: "worker-registered", workerId: order.workerId, by: BY };
    case "set-limit":
      return { kind: "slots-granted", key: order.key, granted: null, by: BY };
    default:
      return null;
  }
}

/** A second later the worker has answered, that it is done. */
export function answered(world: World, { subject }: Reason, now: Date): Done {
  const row = subject.kind === "step" ? world.executions.get(subject.id) : undefined;
  if (row === undefined) throw new Error("only a step's worker answers");
  const { id, kind, attempt, pollCount: poll } = row;
  const result = {
    jobId: `${kind}-${id}-attempt-${attempt}`,
    kind,
    attempt,
    poll,
    outcome: { kind: "succeeded", resultType: "Object", result: { Value: "made" } },
    durationMs: 1,
    timestamp: null,
    correlationData: { stepExecutionId: id },
  } as unknown as WorkerResult;
  const later = new Date(now.getTime() + 1_000);
  return decided(world, { kind: "worker-result", result, by: BY }, later);
}

/** Its time has come. */
export function waited(world: World, reason: Reason, now: Date): Done {
  const { subject, at } = reason;
  const then = at === null || at < now ? now : at;
  if (subject.kind === "batch") return decided(world, { kind: "batch-detected", by: BY }, then);
  if (subject.kind === "phase")
    return decided(world, { kind: "phase-due", phaseId: subject.id, by: BY }, then);
  if (subject.kind === "member") {
    const from = world.members.get(subject.id)?.waitsFor;
    if (from == null) throw new Error("a member has no time of its own");
    return decided(world, { kind: "member-released", memberId: subject.id, from, by: BY }, then);
  }
  const row = subject.kind === "step" ? world.executions.get(subject.id) : undefined;
  if (row === undefined) throw new Error("nothing has this time");
  const slot = row.waitingFor === null ? undefined : world.slots.get(row.waitingFor);
  if (slot?.dueAt != null) return decided(world, { kind: "slot-due", key: slot.key, by: BY }, then);
  return decided(world, { kind: "timer", executionId: row.id, by: BY }, then);
}
