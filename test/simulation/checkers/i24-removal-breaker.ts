/** I24: one tick removes no more members than the breaker allows, unless they were approved, and
 *  nobody at all when the source failed. What was held stays until it is approved or the row is
 *  back, and only who was there before an absence counts for what may leave. Nobody who was through
 *  when the source was read is removed unapproved. The limit is said here once more: the product's
 *  own would be wrong along with it. */
import type { Checker, SourceLook } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";
import { openAbsences } from "./i24/absences.ts";
import { isThrough, throughKeys } from "./i24/through.ts";

const limitOf = (there: number): number => Math.max(5, Math.floor(there / 10));

const LOOKING = "looking for members";

/** Nobody was looked for: nobody may be missed. */
const NO_LOOK: SourceLook = {
  mood: "fails",
  keys: new Set(),
  confirmations: Number.POSITIVE_INFINITY,
};

type Tick = { count: number; unapproved: number; there: number };

/** How many each tick removed, and how many there were. */
function openTicks() {
  const ticks = new Map<string, Tick>();
  return (cause: string): Tick => {
    const tick = ticks.get(cause) ?? { count: 0, unapproved: 0, there: Number.POSITIVE_INFINITY };
    ticks.set(cause, tick);
    return tick;
  };
}

const leavers = ({ events, members, rows }: Commit) =>
  events.flatMap(({ type, cause, detail, memberId }) => {
    if (type !== "member.removed" || detail?.["why"] !== "left_source") return [];
    if (cause.startsWith("message rogue-gone")) return [];
    const old = members.find(({ after }) => after.id === memberId)?.before;
    const key = old?.key ?? "";
    const isDone = old !== undefined && old !== null && isThrough(rows, old);
    return [{ cause, key, isDone, isApproved: old?.removalApproved === true }];
  });

export const removalBreaker: Checker = {
  id: "I24",
  open: (scene, violate) => {
    const tickOf = openTicks();
    const looks = new Map<string, SourceLook>();
    const through = new Map<string, ReadonlySet<string>>();
    const absences = openAbsences(scene);
    return {
      onSource: (host, look) => {
        looks.set(host, look);
        through.set(host, throughKeys(scene.batches()));
        if (look.mood !== "fails" && look.mood !== "cut-off") absences.shown(host, look);
      },
      onCrash: absences.gaveUp,
      onTold: (host, told) => {
        const { kind, doing } = Object(told);
        if (kind === "store-failed" && String(doing).startsWith(LOOKING)) absences.gaveUp(host);
      },
      onCommit: (commit) => {
        for (const { cause, key, isDone, isApproved } of leavers(commit)) {
          scene.reached(isApproved ? "removal-approved" : "member-left-source");
          const tick = tickOf(cause);
          tick.count += 1;
          if (!isApproved) {
            const { mood, confirmations } = looks.get(commit.host) ?? NO_LOOK;
            if (absences.misses(key) < confirmations) violate(`${cause} removed ${key} too soon`);
            // An empty answer is complete: it may confirm what an earlier one said of a few.
            if (mood === "fails" || mood === "cut-off") {
              violate(`${cause} removed a member when the source ${mood}`);
            }
            if (isDone && through.get(commit.host)?.has(key) === true) {
              violate(`${cause} removed ${key}, for whom everything was done`);
            }
            if (absences.isHeld(key)) violate(`${cause} removed ${key}, which was held`);
            tick.unapproved += 1;
            tick.there = Math.min(tick.there, absences.among(key));
          }
          const { count, unapproved, there } = tick;
          if (unapproved > limitOf(there)) violate(`${unapproved} were removed by ${cause}`);
          if (unapproved > 0 && count >= there) violate(`${cause} removed all ${there} there were`);
        }
        absences.committed(commit);
      },
    };
  },
};
