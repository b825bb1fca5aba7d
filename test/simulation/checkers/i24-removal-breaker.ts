/** I24: one tick removes no more members than the breaker allows, unless they were approved, and
 *  nobody at all when the source failed. */
import { removalLimit } from "../../../runtime/domain/removal-breaker.ts";
import type { Checker, SourceLook } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";

type Tick = { count: number; readonly limit: number };

type Misses = {
  /** Answers with how to take it back: nothing came of the reading. */
  readonly shown: (keys: ReadonlySet<string>) => () => void;
  readonly joined: (key: string) => void;
  readonly of: (key: string) => number;
};

/** Readings in a row that did not show a member; at least as many as anybody acted on. Who is
 *  added by hand while a tick is under way was missing in what that tick had read. */
function openMisses(): Misses {
  const counts = new Map<string, number>();
  let last: ReadonlySet<string> | null = null;
  return {
    shown: (keys) => {
      last = keys;
      const before = [...counts].filter(([key]) => keys.has(key));
      for (const [key, count] of counts) counts.set(key, keys.has(key) ? 0 : count + 1);
      return () => {
        for (const [key, count] of before) counts.set(key, (counts.get(key) ?? 0) + count);
      };
    },
    joined: (key) => {
      if (!counts.has(key)) counts.set(key, Number(last !== null && !last.has(key)));
    },
    of: (key) => counts.get(key) ?? 0,
  };
}

const LOOKING = "looking for members";

/** Nobody was looked for: nobody may be missed. */
const NO_LOOK: SourceLook = {
  mood: "fails",
  keys: new Set(),
  confirmations: Number.POSITIVE_INFINITY,
};

/** A tick that ends early forgets whom it saw. */
function openSeen() {
  const takeBack = new Map<string, () => void>();
  return {
    takeBack,
    gaveUp: (host: string): void => {
      takeBack.get(host)?.();
      takeBack.delete(host);
    },
  };
}

/** How many each tick removed, and how many it may. */
function openTicks() {
  const ticks = new Map<string, Tick>();
  return {
    counted: (key: string, activeBefore: () => number): Tick => {
      const tick = ticks.get(key) ?? { count: 0, limit: removalLimit(activeBefore()) };
      tick.count += 1;
      ticks.set(key, tick);
      return tick;
    },
  };
}

export const removalBreaker: Checker = {
  id: "I24",
  open: (scene, violate) => {
    const ticks = openTicks();
    const looks = new Map<string, SourceLook>();
    const { takeBack, gaveUp } = openSeen();
    const misses = openMisses();
    const active = new Map<string, number>();
    const before = (commit: Commit, name: string): number => {
      const own = commit.batch.before?.activeMembers ?? 0;
      return (active.get(name) ?? 0) + Math.max(0, own - commit.rows.batch.activeMembers);
    };
    return {
      onSource: (host, look) => {
        looks.set(host, look);
        if (look.mood === "fails" || look.mood === "cut-off") return;
        takeBack.set(host, misses.shown(look.keys));
      },
      onCrash: gaveUp,
      onTold: (host, told) => {
        const { kind, doing } = Object(told);
        if (kind === "store-failed" && String(doing).startsWith(LOOKING)) gaveUp(host);
      },
      onCommit: (commit) => {
        const name = commit.rows.batch.runbookName;
        const now = commit.rows.batch.activeMembers;
        const change = now - (commit.batch.before?.activeMembers ?? 0);
        for (const { after } of commit.members) misses.joined(after.key);
        for (const { type, cause, detail, memberId } of commit.events) {
          if (type !== "member.removed" || detail?.["why"] !== "left_source") continue;
          if (cause.startsWith("message rogue-gone")) continue;
          scene.reached("member-left-source");
          const old = commit.members.find(({ after }) => after.id === memberId)?.before;
          if (old?.removalApproved) {
            scene.reached("removal-approved");
            continue;
          }
          const { mood, confirmations } = looks.get(commit.host) ?? NO_LOOK;
          const seen = misses.of(old?.key ?? "");
          if (seen < confirmations) violate(`${cause} removed a member too soon`);
          // An empty answer is complete: it may confirm what an earlier one said of a few.
          if (mood === "fails" || mood === "cut-off") {
            violate(`${cause} removed a member when the source ${mood}`);
          }
          const { count, limit } = ticks.counted(`${name} ${cause}`, () => before(commit, name));
          if (count > limit) violate(`${count} members were removed by ${cause}`);
        }
        active.set(name, (active.get(name) ?? 0) + change);
      },
    };
  },
};
