/** The sequential meaning of a runbook: one member after the other, one step after the other, no
 *  host, no bus, no store. It says what may come of a step given what its worker does, and from
 *  that what may become of a member. A run with faults may end a step worse than this, never
 *  better: nothing succeeds whose worker did not say so. */
import type { Phase, Step } from "../../../runtime/domain/runbook.ts";
import { type Nature, type Natures, natureOf, pollsOf } from "../world/behaviour.ts";
import { manifests } from "../world/functions.ts";

/** Of one attempt. `unsure`: nobody saw its end. `final`: no retry helps. */
export type AttemptEnd = "passed" | "failed" | "unsure" | "final";
/** Of one step. `held`: only a person may go on. */
export type StepEnd = "passed" | "failed" | "held";

type StepFacts = Pick<Step, "poll" | "retry" | "outputParams" | "dispatchTimeoutSec">;

const mayNotRepeat = (functionName: string): boolean =>
  manifests.get(functionName)?.idempotency === "none";

/** What an attempt can come to when nothing around it goes wrong. */
export function attemptEnds(
  nature: Nature,
  step: StepFacts,
  functionName: string,
  attempt: number,
): ReadonlySet<AttemptEnd> {
  const good = goodEnds(nature, step);
  switch (nature.troubleAt(attempt)) {
    case null:
      return good;
    case "failed":
    case "throttled":
      return new Set(["failed"]);
    case "ambiguous":
      return new Set(["unsure"]);
    case "throws":
    case "wrong-kind":
    case "oversized":
      return new Set([mayNotRepeat(functionName) ? "unsure" : "failed"]);
    case "no-output":
      return new Set([step.outputParams.size > 0 ? "final" : "passed"]);
    case "slow":
      return new Set([...good, "unsure"]);
    case "deaf":
      return new Set([...good, "failed", "final", "unsure"]);
    // Where nobody dies any more it answers at the first question.
    case "fragile":
      return new Set([...good, "passed", "failed", "final", "unsure"]);
    // A worker that hangs or dies is started anew, and then answers like any other.
    case "never":
      return new Set(["unsure", "failed"]);
    default:
      return new Set([...good, "passed", "unsure", "failed"]);
  }
}

/** Polls that take too long time out; the bounds are wide, as every wait is rounded up. */
function goodEnds(nature: Nature, { poll, outputParams }: StepFacts): ReadonlySet<AttemptEnd> {
  const polls = pollsOf(nature, poll !== null);
  if (polls === 0) return new Set(["passed"]);
  // Taken at its word, without what it had promised to give.
  if (poll === null) return new Set([outputParams.size > 0 ? "final" : "passed"]);
  const leastSec = polls * poll.intervalSec;
  const mostSec = polls * (poll.intervalSec + 70) + 120;
  if (leastSec >= poll.timeoutSec) return new Set(["final"]);
  return mostSec < poll.timeoutSec ? new Set(["passed"]) : new Set(["passed", "final"]);
}

function stepEnds(nature: Nature, step: StepFacts, functionName: string): ReadonlySet<StepEnd> {
  const ends = new Set<StepEnd>();
  for (let attempt = 1; ; attempt += 1) {
    const now = attemptEnds(nature, step, functionName, attempt);
    if (now.has("passed")) ends.add("passed");
    if (now.has("final")) ends.add("failed");
    const mustAsk = now.has("unsure") && mayNotRepeat(functionName);
    if (mustAsk) ends.add("held");
    const goesOn = now.has("failed") || (now.has("unsure") && !mustAsk);
    if (!goesOn) return ends;
    if (attempt > step.retry.maxRetries) return ends.add("failed");
  }
}

const needsOutputs = ({ params }: Step): boolean =>
  [...params.values()].some(
    (param) =>
      param.kind === "template" &&
      param.text.template.some((part) => part.kind === "variable" && part.name.startsWith("Out_")),
  );

/** What may become of a member: `done` when it came through all phases. A phase without a gate is
 *  entered whatever became of the one before it. */
export function memberEnds(
  seed: number,
  natures: Natures,
  phases: readonly Phase[],
  who: string,
): ReadonlySet<"done" | "failed" | "held"> {
  const ends = new Set<"done" | "failed" | "held">();
  let wayIsOpen = true;
  let allPassed = true;
  let mayRunAhead = false;
  for (const { gate, steps } of phases) {
    // Also behind a phase without a gate: what came before that one may still be under way.
    mayRunAhead ||= gate === "none";
    if (!wayIsOpen && gate !== "none") continue;
    wayIsOpen = true;
    for (const step of steps) {
      // Begun before what it needs was given.
      if (mayRunAhead && needsOutputs(step)) ends.add("failed");
      const nature = natureOf(seed, natures, who, step.name);
      const now = stepEnds(nature, step, step.function.source);
      if (now.has("failed")) ends.add("failed");
      if (now.has("held")) ends.add("held");
      wayIsOpen = now.has("passed");
      if (!wayIsOpen) break;
    }
    allPassed &&= wayIsOpen;
  }
  return allPassed ? ends.add("done") : ends;
}
