/** I29: the log of a batch only grows, without gaps: its number moves by as many as were
 *  written. */
import type { Checker } from "../watch/checker.ts";

export const gaplessLog: Checker = {
  id: "I29",
  open: (_scene, violate) => ({
    onCommit: ({ batch: { before, after }, events }) => {
      const from = before?.eventSeq ?? 0;
      if (after.eventSeq !== from + events.length) {
        violate(`${events.length} events took batch ${after.id} from ${from} to ${after.eventSeq}`);
      }
    },
  }),
};
