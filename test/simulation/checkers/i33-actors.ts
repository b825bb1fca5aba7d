/** I33, as far as the engine has it: no change without an actor and a cause, and what only a person
 *  may order was ordered by one. */
import type { Checker } from "../watch/checker.ts";
import { ADMINS } from "../world/people.ts";

/** Events that only an order leads to. */
const ORDERED = new Set([
  "batch.resumed",
  "phase.paused",
  "phase.resumed",
  "member.retried",
  "batch.init_retried",
  "step.retried",
  "step.skipped",
  "batch.cancelling",
  "removal.approved",
  "batch.budget",
]);

const people: ReadonlySet<string> = new Set(ADMINS);

export const actorsNamed: Checker = {
  id: "I33",
  open: (_scene, violate) => ({
    onCommit: ({ events }) => {
      for (const { actor, cause, type } of events) {
        if (actor === "" || cause === "") violate(`${type} names no actor or no cause`);
        if (ORDERED.has(type) && !people.has(actor)) violate(`${type} was done by ${actor}`);
      }
    },
  }),
};
