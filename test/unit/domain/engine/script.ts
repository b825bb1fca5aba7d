/** Random histories. A script is a list of small orders, each read against the state it meets:
 *  "answer the third job", "remove the second member". So every script can be carried out, and a
 *  shorter one is still one. */
import fc from "fast-check";
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import type { WorkerOutcome } from "../../../../runtime/contract/messages/worker-result.ts";
import type { Input } from "../../../../runtime/domain/engine/inputs.ts";
import { failure, NOT_YET, resultOf, SUCCESS } from "./answers.ts";
import { memberNamed } from "./begin.ts";
import { type Run, signed, type Unsigned } from "./run.ts";
import { version } from "./runbooks.ts";
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

/** What an order means here and now. Answered jobs are kept, to be answered again. */
export function inputsOf(run: Run, seen: WorkerJob[], order: Order): readonly Input[] {
  const found = meaning(run, seen, order);
  return found.map(signed);
}

function meaning(run: Run, seen: WorkerJob[], { name, pick, other }: Order): readonly Unsigned[] {
  const { world } = run;
  const member = at([...world.members.values()], pick);
  const executionId = at([...world.executions.keys()], pick);
  const troubled = at(
    [...world.executions.values()].filter(({ status, held }) => held || status === "failed"),
    pick,
  );
  const phaseId = at([...world.phases.keys()], pick);
  const ifSeq = null;
  switch (name) {
    case "answer": {
      const job = run.jobs.splice(pick % Math.max(1, run.jobs.length), 1)[0];
      if (job === undefined) return [];
      seen.push(job);
      return [resultOf(job, at(OUTCOMES, other) ?? SUCCESS)];
    }
    case "repeat": {
      const job = at(seen, pick);
      return job === undefined ? [] : [resultOf(job, at(OUTCOMES, other) ?? SUCCESS)];
    }
    case "sweep": {
      const due = dueInputs(run);
      return due.slice(0, 1 + (pick % 5));
    }
    case "wait":
      run.now = new Date(run.now.getTime() + (pick % 7) ** 4 * 1_000);
      return [];
    case "add":
      return [memberNamed(`late-${pick % 5}`)];
    case "remove": {
      if (member === undefined) return [];
      const why = at(["left_source", "rescheduled", "moved_unstarted"] as const, other);
      const { id: memberId, generation } = member;
      return [{ kind: "member-removed", memberId, generation, why: why ?? "left_source" }];
    }
    case "return": {
      if (member === undefined) return [];
      const { id: memberId, data } = member;
      const generation = member.generation + 1;
      return [{ kind: "member-returned", memberId, generation, data, waitsFor: null }];
    }
    case "refresh": {
      if (member === undefined) return [];
      const data = new Map([["Key", `${member.key}-${other}`]]);
      return [{ kind: "member-refreshed", memberId: member.id, data }];
    }
    case "pause":
    case "resume":
      return [{ kind: name, phaseId: null, ifSeq }];
    case "pausePhase":
    case "resumePhase": {
      const kind = name === "pausePhase" ? "pause" : "resume";
      return phaseId === undefined ? [] : [{ kind, phaseId, ifSeq }];
    }
    case "retryMember":
      return member === undefined ? [] : [{ kind: "retry-member", memberId: member.id, ifSeq }];
    case "retryStep":
      return troubled === undefined
        ? []
        : [{ kind: "retry-step", executionId: troubled.id, ifSeq }];
    case "failStep":
      return troubled === undefined ? [] : [{ kind: "fail-step", executionId: troubled.id, ifSeq }];
    case "skipStep": {
      const id = other % 2 === 0 ? troubled?.id : executionId;
      if (id === undefined) return [];
      return [{ kind: "skip-step", executionId: id, reason: "not wanted", ifSeq }];
    }
    case "grant": {
      const key = at(["worker:worker-01", "function:Set-Thing", "function:Undo-Thing"], pick);
      return [
        { kind: "slots-granted", key: key ?? "", granted: at([0, 1, 2, null], other) ?? null },
      ];
    }
    case "publish":
      return [
        {
          kind: "version-published",
          version: version(2),
          overdue: other % 2 === 0 ? "rerun" : "ignore",
          rerunInit: other % 3 === 0,
        },
      ];
    case "deadLetter": {
      const job = run.jobs.splice(pick % Math.max(1, run.jobs.length), 1)[0];
      if (job === undefined) return [];
      const { attempt, poll } = job;
      const { stepExecutionId } = job.correlationData;
      const reason = "MaxDeliveryCountExceeded";
      return [{ kind: "job-dead-lettered", executionId: stepExecutionId, attempt, poll, reason }];
    }
    case "budget": {
      const budget = { failedMax: pick % 3, failedPercentMax: 50, sampleMin: 2 };
      return [{ kind: "set-budget", budget, ifSeq }];
    }
    case "retryInit":
      return [{ kind: "retry-init", ifSeq }];
    case "cancel":
      return [{ kind: "cancel", ifSeq }];
  }
}
