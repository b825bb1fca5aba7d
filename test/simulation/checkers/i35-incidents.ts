/** I35: when all is calm, each dead letter is an incident that somebody can see. */
import type { Checker } from "../watch/checker.ts";

export const incidentsForDeadLetters: Checker = {
  id: "I35",
  open: (_scene, violate) => ({
    onEnd: ({ isCalm, deadLetters, openIncidents }) => {
      if (isCalm && deadLetters !== openIncidents) {
        violate(`${deadLetters} dead letters and ${openIncidents} open incidents`);
      }
    },
  }),
};
