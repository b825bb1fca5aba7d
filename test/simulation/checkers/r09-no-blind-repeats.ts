/** R09: what must not run twice is not tried again by itself after an end that nobody saw, nor
 *  after one that leaves open what it has changed. Only a person may order it. A function that
 *  says it failed, or was turned away, is taken at its word. */
import { formatJobId } from "../../../runtime/contract/job-id.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker } from "../watch/checker.ts";
import { told } from "../watch/rows.ts";
import { manifests } from "../world/functions.ts";
import { SAYS_NO } from "../world/troubles.ts";

const mayNotRepeat = (functionName: string | undefined): boolean => {
  const manifest = manifests.get(functionName ?? "");
  return manifest?.effect === "write" && manifest.idempotency === "none";
};

/** How the core calls an attempt of which no answer came. */
const UNSEEN = "deadline";
/** Who acts in the log and is no person. */
const PARTS = new Set(["engine", "bus", "worker", "scheduler"]);

const firstJobOf = ({ kind, id: stepExecutionId, attempt }: ExecutionRow): string =>
  formatJobId({ kind, stepExecutionId, attempt, poll: 0 });

export const noBlindRepeats: Checker = {
  id: "R09",
  open: (scene, violate) => {
    const effects = new Set<string>();
    const isOpen = (before: ExecutionRow, end: string | undefined): boolean =>
      end === UNSEEN || (effects.has(firstJobOf(before)) && !SAYS_NO.has(end ?? ""));
    return {
      onEffect: ({ jobId }) => void effects.add(jobId),
      onCommit: ({ executions, events }) => {
        for (const { before, after } of executions) {
          if (before === null || after.attempt === before.attempt) continue;
          if (!mayNotRepeat(before.frozen?.functionName)) continue;
          if (!isOpen(before, after.error?.kind)) continue;
          const isOrdered = events.some(({ actor }) => !PARTS.has(actor));
          if (isOrdered) scene.reached("ambiguous-end-retried-by-a-person");
          else violate(`${told(after)} is tried again, and nobody knows what it has changed`);
        }
      },
    };
  },
};
