/** Bugs in what a batch owes besides moving on: a log that leads to its rows, pauses, budgets,
 *  outcomes, waits, what is run at its end and for whoever is removed. */
import type { Mutant } from "../mutant.ts";

const ENGINE = "runtime/domain/engine";
/** Now and then: what unit tests do happens on the full second. */
const ODD = "d.now.getUTCMilliseconds() % 2 === 1";
const EVEN = "d.now.getUTCMilliseconds() % 2 === 0";

export const CORE_PROMISES: readonly Mutant[] = [
  {
    id: "phase-told-from-where-it-went",
    file: `${ENGINE}/move.ts`,
    find: "{ phaseId: row.id, from, to, detail });",
    replace: `{ phaseId: row.id, from: ${ODD} ? to : from, to, detail });`,
    breaks: "Now and then the log says that a phase was already what it becomes.",
    proves: ["I28", "decision 8"],
  },
  {
    id: "poll-untold",
    file: `${ENGINE}/poll-step.ts`,
    find: `  recordStep(d, "step.polled", idle, { to: idle.status, detail: { poll: pollCount } });`,
    replace: `  const facts = { to: idle.status, detail: { poll: pollCount } };
  if (${EVEN}) recordStep(d, "step.polled", idle, facts);`,
    breaks: "Now and then a worker is asked again and the log does not say so.",
    proves: ["I28", "decision 8"],
  },
  {
    id: "phase-pause-lets-some-through",
    file: `${ENGINE}/send.ts`,
    find: "(phaseId !== 0 && rowOf(d.phases, phaseId).paused)",
    replace: `(phaseId !== 0 && rowOf(d.phases, phaseId).paused && ${EVEN})`,
    breaks: "Now and then a step starts in a phase that is paused.",
    proves: ["pause", "I11"],
  },
  {
    id: "retried-at-once",
    file: `${ENGINE}/step-end.ts`,
    find: "      dueAt: retryAfter,",
    replace: `      dueAt: ${EVEN} ? retryAfter : d.now,`,
    breaks: "Now and then a step is tried again without the wait its policy asks for.",
    proves: ["R18", "I12"],
  },
  {
    id: "lost-too-late",
    file: `${ENGINE}/send.ts`,
    find: "dueAt: deadlineOf(d, step.dispatchTimeoutSec),",
    replace: `dueAt: deadlineOf(d, step.dispatchTimeoutSec * (${ODD} ? 2 : 1)),`,
    breaks: "Now and then a job that got lost is waited for twice as long as its step says.",
    proves: ["R19", "I14"],
  },
  {
    id: "due-too-early",
    file: "runtime/domain/due-times.ts",
    find: "dueAt(batchStart, offsetMinutes),",
    replace: "dueAt(batchStart, offsetMinutes + Number(batchStart.getUTCMinutes() % 5 === 3)),",
    breaks: "Phases of batches with certain starts are due a minute before their time.",
    proves: ["I15"],
  },
  {
    id: "completion-all-is-any",
    file: `${ENGINE}/phase-progress.ts`,
    find: "phasePlan(d, phase).completion);",
    replace: `${EVEN} ? phasePlan(d, phase).completion : "any");`,
    breaks: "Now and then a phase that asks for all members is completed by one.",
    proves: ["I9", "X-16"],
  },
  {
    id: "partial-is-told-as-all",
    file: `${ENGINE}/batch-progress.ts`,
    find: "{ outcome: end.outcome, endedAt: d.now }",
    replace: `{
      outcome: end.outcome === "partial" && ${ODD} ? "all" : end.outcome,
      endedAt: d.now,
    }`,
    breaks: "Now and then a batch that lost members says that all came through.",
    proves: ["I27", "X-16"],
  },
  {
    id: "spent-budget-does-not-pause",
    file: `${ENGINE}/failure-budget.ts`,
    find: "  const isTooMany = budget.failedMax !== null &&",
    replace: `  const isTooMany = budget.failedMax !== null && ${EVEN} &&`,
    breaks: "Now and then a batch goes on though its failure budget is spent.",
    proves: ["budget", "L2"],
  },
  {
    id: "share-of-too-few-pauses",
    file: `${ENGINE}/failure-budget.ts`,
    find: "if (failedPercentMax === null || done < sampleMin) return false;",
    replace: `const least = ${EVEN} ? sampleMin : Math.min(sampleMin, 2);
  if (failedPercentMax === null || done < least) return false;`,
    breaks:
      "Now and then the share of two who are done spends a budget that asks for more of them.",
    proves: ["budget", "L2"],
  },
  {
    id: "share-spent-unseen-when-enough-are-done",
    file: `${ENGINE}/failure-budget.ts`,
    find: "doneIn(d, phaseId) !== budget.sampleMin) return;",
    replace: `doneIn(d, phaseId) !== budget.sampleMin || ${ODD}) return;`,
    breaks: "Now and then a share counts only at the next failure, though enough are done before.",
    proves: ["budget", "L2"],
  },
  {
    id: "overdue-runs-again",
    file: `${ENGINE}/on-version-published.ts`,
    find: `if (overdue !== "ignore" ||`,
    replace: `if (overdue !== "ignore" || ${ODD} ||`,
    breaks: "Now and then a new version runs phases that were due before it, unasked.",
    proves: ["R41", "I26"],
  },
  {
    id: "removed-without-its-steps",
    file: `${ENGINE}/on-member-leaves.ts`,
    find: "(isBegun || wasSent(d, member))) startRemoval",
    replace: `(isBegun || wasSent(d, member)) && ${EVEN}) startRemoval`,
    breaks: "Now and then nothing is undone for one who is removed.",
    proves: ["R15", "I17"],
  },
  {
    id: "finalize-passed-over",
    file: `${ENGINE}/batch-progress.ts`,
    find: "  if (steps === 0) return true;",
    replace: `  if (steps === 0 || ${ODD}) return true;`,
    breaks: "Now and then a batch ends without its finalize steps.",
    proves: ["X-64"],
  },
  {
    id: "slot-freed-twice",
    file: `${ENGINE}/slots.ts`,
    find: "    slot.inUse -= 1;",
    replace: `    slot.inUse -= slot.inUse > 1 && ${ODD} ? 2 : 1;`,
    breaks: "Now and then one answer frees the room of two jobs.",
    proves: ["limits", "L1"],
  },
];
