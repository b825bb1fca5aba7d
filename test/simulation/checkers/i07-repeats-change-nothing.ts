/** I7: an answer handled again changes no row; at most the log tells of it. A wake-up may come any
 *  number of times and means whatever is due then. Word that a member has left counts once (R12):
 *  the member may be back. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Checker } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";

const keyOf = ({ lock }: Settlement): string =>
  `${lock.source.topic}/${lock.source.subscription}/${lock.sequenceNumber}`;

const isAnswer = ({ lock }: Settlement): boolean => lock.source.topic === "worker-results";

const changesRows = ({ executions, members, phases }: Commit): boolean =>
  executions.length + members.length + phases.length > 0;

export const repeatsChangeNothing: Checker = {
  id: "I7",
  open: (scene, violate) => {
    const seen = new Set<string>();
    const removedBy = new Set<string>();
    return {
      onCommit: (commit) => {
        for (const { type, cause } of commit.events) {
          if (type !== "member.removed" || !cause.startsWith("message ")) continue;
          if (removedBy.has(cause)) violate(`${cause} removed a member twice`);
          removedBy.add(cause);
          scene.reached("removed-by-message");
        }
        const { settle } = commit.unit;
        const again = settle.filter((settlement) => seen.has(keyOf(settlement)));
        for (const settlement of settle) seen.add(keyOf(settlement));
        if (again.length > 0) scene.reached("message-handled-again");
        const isAlone =
          settle.length > 0 && again.length === settle.length && again.every(isAnswer);
        if (!isAlone || commit.unit.batches !== 1 || !changesRows(commit)) return;
        violate(`handled again, ${again.map(keyOf).join(", ")} changed rows`);
      },
    };
  },
};
