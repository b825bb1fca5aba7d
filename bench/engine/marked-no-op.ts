/** The no-op function, as a write that has to be remembered, and a mark on the clock each time it
 *  is called. The round under way is told apart by whoever sets it. */
import type { WorkerFunction } from "../../runtime/worker/function.ts";
import { noOp } from "../../runtime/worker/functions/no-op.ts";
import type { Marks } from "../peers/marks.ts";

export type MarkedNoOp = {
  readonly called: WorkerFunction;
  readonly use: (marks: Marks) => void;
};

export function markedNoOp(): MarkedNoOp {
  const inner = noOp({ effect: "write", idempotency: "check-then-act" });
  let current: Marks | null = null;
  return {
    use: (marks) => {
      current = marks;
    },
    called: {
      ...inner,
      prepare: (parameters) => {
        const member = Number(parameters["Member"]);
        const index = Number(parameters["Step"]);
        if (current !== null) {
          current.step(member, index);
          if (index + 1 === current.steps) current.memberDone();
        }
        return inner.prepare(parameters);
      },
    },
  };
}
