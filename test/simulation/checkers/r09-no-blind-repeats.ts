/** R09: what must not run twice is not tried again by itself after an end that nobody saw. Only a
 *  person may order it. */
import type { Checker } from "../watch/checker.ts";
import { told } from "../watch/rows.ts";
import { manifests } from "../world/functions.ts";

const mayNotRepeat = (functionName: string | undefined): boolean => {
  const manifest = manifests.get(functionName ?? "");
  return manifest?.effect === "write" && manifest.idempotency === "none";
};

/** How the core calls an attempt of which no answer came. */
const UNSEEN = "deadline";
/** Who acts in the log and is no person. */
const PARTS = new Set(["engine", "bus", "worker", "scheduler"]);

export const noBlindRepeats: Checker = {
  id: "R09",
  open: (scene, violate) => ({
    onCommit: ({ executions, events }) => {
      for (const { before, after } of executions) {
        if (before === null || after.attempt === before.attempt) continue;
        if (after.error?.kind !== UNSEEN || !mayNotRepeat(before.frozen?.functionName)) continue;
        const isOrdered = events.some(({ actor }) => !PARTS.has(actor));
        if (isOrdered) scene.reached("ambiguous-end-retried-by-a-person");
        else violate(`${told(after)} is tried again after an end that nobody saw`);
      }
    },
  }),
};
