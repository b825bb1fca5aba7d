/** Random histories. A script is a list of small orders, each read against the state it meets:
 *  "answer the third job", "remove the second member". So every script can be carried out, and a
 *  shorter one is still one. */
import fc from "fast-check";
import type { PhaseExecutionId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import type { WorkerOutcome } from "../../../../runtime/contract/messages/worker-result.ts";
import type { Input } from "../../../../runtime/domain/engine/inputs.ts";
import type { MemberRow } from "../../../../runtime/domain/engine/rows.ts";
import { failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { memberNamed } from "./begin.ts";
import { type Run, signed, type Unsigned } from "./run.ts";
import { version } from "./start-world.ts";
import { dueInputs } from "./sweep.ts";

const AMBIGUOUS = failure({ isThrottled: true, retryAfterSec: 45, isAmbiguous: true });
const THROTTLED = failure({ isThrottled: true, retryAfterSec: 45 });
const OUTCOMES: readonly WorkerOutcome[] = [
  SUCCESS,
  SUCCESS,
  SUCCESS,
  failure(),
  NOT_YET,
  AMBIGUOUS,
  THROTTLED,
];

const ORDERS = [
  ["answer", 30],
  ["sweep", 16],
  ["wait", 12],
  ["repeat", 6],
  ["add", 4],
  ["remove", 3],
  ["return", 3],
  ["refresh", 2],
  ["approve", 2],
  ["lapse", 2],
  ["pause", 2],
  ["resume", 3],
  ["pausePhase", 2],
  ["resumePhase", 2],
  ["retryMember", 4],
  ["retryStep", 3],
  ["failStep", 2],
  ["skipStep", 3],
  ["grant", 4],
  ["publish", 1],
  ["deadLetter", 2],
  ["budget", 1],
  ["retryInit", 2],
  ["cancel", 1],
] as const;
type OrderName = (typeof ORDERS)[number][0];

export type Order = { readonly name: OrderName; readonly pick: number; readonly other: number };

export const arbitraryScript: fc.Arbitrary<readonly Order[]> = fc.array(
  fc.record({
    name: fc.oneof(...ORDERS.map(([name, weight]) => ({ arbitrary: fc.constant(name), weight }))),
    pick: fc.nat(1_000),
    other: fc.nat(1_000),
  }),
  { maxLength: 60, size: "max" },
);

const at = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)];

/** What an order is read against. */
type Scene = {
  readonly run: Run;
  /** Jobs that were answered: they may be answered again. */
  readonly seen: WorkerJob[];
  readonly pick: number;
  readonly other: number;
};

/** What an order means here and now. */
export function inputsOf(run: Run, seen: WorkerJob[], order: Order): readonly Input[] {
  const { name, pick, other } = order;
  return MEANINGS[name]({ run, seen, pick, other }).map(signed);
}

const takeJob = ({ run, pick }: Scene): readonly WorkerJob[] =>
  run.jobs.splice(pick % Math.max(1, run.jobs.length), 1);

const outcomeOf = ({ other }: Scene): WorkerOutcome => at(OUTCOMES, other) ?? SUCCESS;

const memberOf = ({ run, pick }: Scene): readonly MemberRow[] =>
  [at([...run.world.members.values()], pick)].flatMap((member) => member ?? []);

const phaseOf = ({ run, pick }: Scene): readonly PhaseExecutionId[] =>
  [at([...run.world.phases.keys()], pick)].flatMap((id) => id ?? []);

const anyStep = ({ run, pick }: Scene): readonly StepExecutionId[] =>
  [at([...run.world.executions.keys()], pick)].flatMap((id) => id ?? []);

function troubledStep({ run, pick }: Scene): readonly StepExecutionId[] {
  const rows = [...run.world.executions.values()];
  const troubled = rows.filter(({ status, held }) => held || status === "failed");
  return [at(troubled, pick)].flatMap((row) => row?.id ?? []);
}

const ifSeq = null;

const MEANINGS: Readonly<Record<OrderName, (scene: Scene) => readonly Unsigned[]>> = {
  answer: (scene) =>
    takeJob(scene).map((job) => {
      scene.seen.push(job);
      return resultOf(job, outcomeOf(scene));
    }),
  repeat: (scene) =>
    [at(scene.seen, scene.pick)].flatMap((job) =>
      job === undefined ? [] : [resultOf(job, outcomeOf(scene))],
    ),
  deadLetter: (scene) =>
    takeJob(scene).map(({ attempt, poll, correlationData: { stepExecutionId: executionId } }) => {
      const reason = "MaxDeliveryCountExceeded";
      return { kind: "job-dead-lettered", executionId, attempt, poll, reason } as const;
    }),
  sweep: ({ run, pick }) => dueInputs(run).slice(0, 1 + (pick % 5)),
  wait: ({ run, pick }) => {
    run.now = new Date(run.now.getTime() + (pick % 7) ** 4 * 1_000);
    return [];
  },
  add: ({ pick }) => [memberNamed(`late-${pick % 5}`)],
  remove: (scene) =>
    memberOf(scene).map(({ id: memberId, generation }) => {
      const reasons = ["left_source", "rescheduled", "moved_unstarted"] as const;
      const why = at(reasons, scene.other) ?? "left_source";
      return { kind: "member-removed", memberId, generation, why } as const;
    }),
  return: (scene) =>
    memberOf(scene).map(({ id: memberId, data, generation }) => {
      const anew = { generation: generation + 1, waitsFor: null };
      return { kind: "member-returned", memberId, data, ...anew } as const;
    }),
  refresh: (scene) =>
    memberOf(scene).map(({ id: memberId, key }) => {
      const data = new Map([["Key", `${key}-${scene.other}`]]);
      return { kind: "member-refreshed", memberId, data } as const;
    }),
  approve: (scene) =>
    memberOf(scene).map(
      ({ id }) => ({ kind: "approve-removals", memberIds: [id], ifSeq }) as const,
    ),
  lapse: (scene) =>
    memberOf(scene).map(({ id: memberId }) => ({ kind: "approval-lapsed", memberId }) as const),
  publish: ({ other }) => {
    const overdue = other % 2 === 0 ? "rerun" : "ignore";
    const rerunInit = other % 3 === 0;
    return [{ kind: "version-published", version: version(2), overdue, rerunInit }];
  },
  grant: ({ pick, other }) => {
    const key = at(["worker:worker-01", "function:Set-Thing", "function:Undo-Thing"], pick) ?? "";
    return [{ kind: "slots-granted", key, granted: at([0, 1, 2, null], other) ?? null }];
  },
  pause: () => [{ kind: "pause", phaseId: null, ifSeq }],
  resume: () => [{ kind: "resume", phaseId: null, ifSeq }],
  pausePhase: (scene) => phaseOf(scene).map((phaseId) => ({ kind: "pause", phaseId, ifSeq })),
  resumePhase: (scene) => phaseOf(scene).map((phaseId) => ({ kind: "resume", phaseId, ifSeq })),
  retryMember: (scene) =>
    memberOf(scene).map(({ id: memberId }) => ({ kind: "retry-member", memberId, ifSeq })),
  retryStep: (scene) =>
    troubledStep(scene).map((executionId) => ({ kind: "retry-step", executionId, ifSeq })),
  failStep: (scene) =>
    troubledStep(scene).map((executionId) => ({ kind: "fail-step", executionId, ifSeq })),
  skipStep: (scene) => {
    const meant = scene.other % 2 === 0 ? troubledStep(scene) : anyStep(scene);
    const reason = "not wanted";
    return meant.map((executionId) => ({ kind: "skip-step", executionId, reason, ifSeq }));
  },
  budget: ({ pick }) => {
    const budget = { failedMax: pick % 3, failedPercentMax: 50, sampleMin: 2 };
    return [{ kind: "set-budget", budget, ifSeq }];
  },
  retryInit: () => [{ kind: "retry-init", ifSeq }],
  cancel: () => [{ kind: "cancel", ifSeq }],
};
