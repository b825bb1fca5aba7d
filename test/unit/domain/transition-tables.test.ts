import { describe, expect, test } from "@jest/globals";
import {
  BATCH_STATUSES,
  MEMBER_STATUSES,
  PHASE_STATUSES,
  STEP_STATUSES,
} from "../../../runtime/contract/statuses.ts";
import { BATCH_MOVES, BATCH_START, LIVE_BATCH_STATUSES } from "../../../runtime/domain/batch.ts";
import {
  MEMBER_MOVES,
  MEMBER_START,
  OPEN_MEMBER_STATUSES,
} from "../../../runtime/domain/member.ts";
import { canMove, isTerminal, type Moves, statusesOf } from "../../../runtime/domain/moves.ts";
import {
  OPEN_PHASE_STATUSES,
  PHASE_MOVES,
  PHASE_START,
  TERMINAL_PHASE_STATUSES,
} from "../../../runtime/domain/phase.ts";
import {
  CANCELLABLE_STEP_STATUSES,
  FAILED_STEP_STATUSES,
  OPEN_STEP_STATUSES,
  STEP_MOVES,
  STEP_START,
} from "../../../runtime/domain/step.ts";

const STEP_CANCELLED_BY =
  "member_failed member_removed sequence_failed batch_ended superseded skipped!";

/** The tables once more, written by hand: one line per pair that is connected, with every cause.
 *  `!` marks a cause that only an operator may bring about. */
const EXPECTED = {
  batch: [
    "detected > init_dispatched: init_started",
    "detected > active: no_init",
    "detected > failed: cancelled!",
    "init_dispatched > active: init_succeeded",
    "init_dispatched > failed: init_failed cancelled!",
    "active > completed: phases_succeeded",
    "active > failed: phases_failed cancelled!",
    "active > init_dispatched: init_rerun",
    "completed > active: members_retried!",
    "failed > init_dispatched: init_retried!",
    "failed > active: members_retried!",
  ],
  member: [
    "active > removed: left_source rescheduled removed_by_operator!",
    "active > failed: step_failed",
    "removed > active: returned",
    "failed > active: operator_retry!",
  ],
  phase: [
    "pending > dispatched: due advanced!",
    "pending > skipped: overdue_ignored batch_ended",
    "pending > superseded: new_version",
    "dispatched > completed: members_succeeded empty",
    "dispatched > failed: members_failed batch_ended",
    "skipped > pending: init_retried!",
  ],
  step: [
    "pending > dispatched: dispatched",
    "pending > failed: cannot_dispatch",
    `pending > cancelled: ${STEP_CANCELLED_BY}`,
    "dispatched > succeeded: worker_succeeded",
    "dispatched > failed: worker_failed deadline_passed",
    "dispatched > polling: worker_still_working",
    `dispatched > cancelled: ${STEP_CANCELLED_BY}`,
    "polling > succeeded: worker_succeeded",
    "polling > failed: worker_failed",
    "polling > poll_timeout: poll_deadline_passed",
    `polling > cancelled: ${STEP_CANCELLED_BY}`,
    "failed > pending: retry operator_retry!",
    "failed > rolled_back: rollback_succeeded",
    "poll_timeout > pending: operator_retry!",
    "poll_timeout > rolled_back: rollback_succeeded",
    "cancelled > pending: operator_retry!",
  ],
};

type Table = {
  readonly name: keyof typeof EXPECTED;
  readonly moves: Moves<string, string>;
  readonly statuses: readonly string[];
  readonly start: string;
  readonly terminal: readonly string[];
};

const TABLES: readonly Table[] = [
  {
    name: "batch",
    moves: BATCH_MOVES,
    statuses: BATCH_STATUSES,
    start: BATCH_START,
    terminal: ["completed", "failed"],
  },
  {
    name: "member",
    moves: MEMBER_MOVES,
    statuses: MEMBER_STATUSES,
    start: MEMBER_START,
    terminal: ["removed", "failed"],
  },
  {
    name: "phase",
    moves: PHASE_MOVES,
    statuses: PHASE_STATUSES,
    start: PHASE_START,
    terminal: ["completed", "failed", "skipped", "superseded"],
  },
  {
    name: "step",
    moves: STEP_MOVES,
    statuses: STEP_STATUSES,
    start: STEP_START,
    terminal: ["succeeded", "failed", "poll_timeout", "rolled_back", "cancelled"],
  },
];

type Pair = { readonly engine: boolean; readonly operator: boolean; readonly causes: string[] };
const NO_ARROW: Pair = { engine: false, operator: false, causes: [] };

function expectedPairs(lines: readonly string[]): ReadonlyMap<string, Pair> {
  return new Map(
    lines.map((line) => {
      const [pair = "", list = ""] = line.split(": ");
      const marked = list.split(" ");
      const engine = marked.some((cause) => !cause.endsWith("!"));
      const causes = marked.map((cause) => cause.replace("!", ""));
      return [pair, { engine, operator: true, causes: causes.sort() }];
    }),
  );
}

function reachable(moves: Moves<string, string>, start: string): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const status of seen) for (const move of moves[status] ?? []) seen.add(move.to);
  return seen;
}

describe.each(TABLES)(
  "the transition table of a $name",
  ({ name, moves, statuses, start, terminal }) => {
    const expected = expectedPairs(EXPECTED[name]);
    const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

    test("X-68 (part): covers the contract's statuses, each once and no other", () => {
      expect([...statusesOf(moves)].sort()).toEqual([...statuses].sort());
    });

    test.each(pairs)(
      "M-055 (part), I19 (part): %s to %s is an arrow only if it is listed",
      (from, to) => {
        const arrows = (moves[from] ?? []).filter((move) => move.to === to);
        const found: Pair = {
          engine: canMove(moves, from, to, "engine"),
          operator: canMove(moves, from, to, "operator"),
          causes: arrows.map((move) => move.cause).sort(),
        };
        expect(found).toEqual(expected.get(`${from} > ${to}`) ?? NO_ARROW);
      },
    );

    test("X-68 (part): every status can be reached from the start", () => {
      expect([...reachable(moves, start)].sort()).toEqual([...statuses].sort());
    });

    test("I1 (part): from every open status some terminal one can be reached", () => {
      const stuck = statuses.filter((status) => {
        const ahead = reachable(moves, status);
        return !terminal.some((end) => ahead.has(end));
      });
      expect(stuck).toEqual([]);
    });

    test.each(statuses.map((status) => [status]))(
      "whether %s is terminal is as listed",
      (status) => {
        expect(isTerminal(moves, status)).toBe(terminal.includes(status));
      },
    );

    test("arrows out of a terminal status reopen or relabel, all others go forward", () => {
      const misfits = statuses.flatMap((from) =>
        (moves[from] ?? []).filter((move) => {
          if (!terminal.includes(from)) return move.kind !== "forward";
          return move.kind !== (terminal.includes(move.to) ? "relabel" : "reopen");
        }),
      );
      expect(misfits).toEqual([]);
    });
  },
);

describe("sets read off the tables", () => {
  test("R24 (part): a cancellation reaches every open status of a step, polling too", () => {
    expect([...CANCELLABLE_STEP_STATUSES]).toEqual(["pending", "dispatched", "polling"]);
    expect([...OPEN_STEP_STATUSES]).toEqual(["pending", "dispatched", "polling"]);
  });

  test("X-17 (part): failed, timed-out and rolled-back steps all count as failed", () => {
    expect([...FAILED_STEP_STATUSES].sort()).toEqual(["failed", "poll_timeout", "rolled_back"]);
  });

  test("M-056 (part): skipped and superseded phases are over", () => {
    expect([...OPEN_PHASE_STATUSES]).toEqual(["pending", "dispatched"]);
    expect([...TERMINAL_PHASE_STATUSES].sort()).toEqual([
      "completed",
      "failed",
      "skipped",
      "superseded",
    ]);
  });

  test("a batch is live until it completed or failed, and a member open while active", () => {
    expect([...LIVE_BATCH_STATUSES]).toEqual(["detected", "init_dispatched", "active"]);
    expect([...OPEN_MEMBER_STATUSES]).toEqual(["active"]);
  });
});

describe("arrows that a contract line asks for by name", () => {
  test(
    "X-22 (part), M-073 (part), M-088 (part): " +
      "only an operator moves a timed-out poll back to pending",
    () => {
      expect(canMove(STEP_MOVES, "poll_timeout", "pending", "engine")).toBe(false);
      expect(canMove(STEP_MOVES, "poll_timeout", "pending", "operator")).toBe(true);
    },
  );

  test("X-57 (part): a failed member returns by an operator, a removed one by itself", () => {
    expect(canMove(MEMBER_MOVES, "failed", "active", "engine")).toBe(false);
    expect(canMove(MEMBER_MOVES, "failed", "active", "operator")).toBe(true);
    expect(canMove(MEMBER_MOVES, "removed", "active", "engine")).toBe(true);
  });

  test("X-18 (part): an operator can cancel a batch in every live status", () => {
    for (const status of LIVE_BATCH_STATUSES) {
      const causes = BATCH_MOVES[status].filter((move) => move.to === "failed");
      expect(causes.map((move) => move.cause)).toContain("cancelled");
    }
  });

  test("M-085 (part), M-086 (part): nothing ever leaves succeeded", () => {
    expect(STEP_MOVES.succeeded).toEqual([]);
  });

  test("M-082 (part): a new version may run init again in an active batch", () => {
    expect(canMove(BATCH_MOVES, "active", "init_dispatched", "engine")).toBe(true);
  });

  test("X-71 (part): a phase that was dispatched never becomes pending again", () => {
    const ahead = reachable(PHASE_MOVES, "dispatched");
    expect(ahead.has("pending")).toBe(false);
  });
});
