/** I16: one idempotency key has one effect and, however often it is sent, one answer: what was
 *  answered stays known. What nobody can ask about any more does not (R12). */
import type { Checker } from "../watch/checker.ts";

export const oneKeyOneAnswer: Checker = {
  id: "I16",
  open: (scene, violate) => {
    const kept = new Set<string>();
    const answers = new Map<string, string>();
    return {
      onUnit: ({ remember }) => {
        for (const { actor, key } of remember) {
          if (kept.has(`${actor} ${key}`))
            violate(`the key ${key} of ${actor} had a second effect`);
          kept.add(`${actor} ${key}`);
        }
      },
      onAnswer: ({ actor, key, response }) => {
        const first = answers.get(`${actor} ${key}`);
        if (first !== undefined) scene.reached("order-repeated");
        if (first !== undefined && first !== response) {
          violate(`the key ${key} of ${actor} was answered ${first} and ${response}`);
        }
        answers.set(`${actor} ${key}`, response);
      },
      onEnd: ({ remembered, isCalm }) => {
        if (remembered === null) return;
        const { old, kept: known } = remembered;
        if (old === 0) scene.reached("past-forgotten");
        if (old > 0 && isCalm) violate(`${old} answers and messages of a month ago are kept`);
        for (const key of answers.keys()) {
          // What is refused whatever the rows say needs no keeping.
          if (kept.has(key) && !known.has(key)) violate(`the answer to ${key} is forgotten`);
        }
      },
    };
  },
};
