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
];
