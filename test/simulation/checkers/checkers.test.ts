/** Checkers whose fault no mutant can make, because the engine refuses it before: that they would
 *  tell of it is shown to them here. */
import { describe, expect, test } from "@jest/globals";
import type { Checker, End, Scene, Watcher } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";
import { ADMINS } from "../world/people.ts";
import { alongArrows } from "./i19-arrows.ts";
import { gaplessLog } from "./i29-gapless-log.ts";

/** What is said of what is shown; only what the checker looks at is there. */
function saidOf(checker: Checker, show: (watcher: Required<Watcher>) => void): readonly string[] {
  const said: string[] = [];
  show(checker.open({} as Scene, (text) => said.push(text)) as Required<Watcher>);
  return said;
}

const event = (actor: string, memberId: number) => ({
  type: "member.retried",
  actor,
  cause: "order",
  memberId,
  executionId: 0,
  phaseId: 0,
});

const commit = (parts: object): Commit => {
  const batch = { before: { status: "active" }, after: { status: "active", eventSeq: 0, id: 1 } };
  const nothing = { batchId: 1, batch, phases: [], members: [], executions: [], events: [] };
  return { ...nothing, ...parts } as unknown as Commit;
};

describe("I19", () => {
  const members = [{ before: { status: "failed" }, after: { status: "active", id: 7 } }];
  const walked = (events: readonly object[]): readonly string[] =>
    saidOf(alongArrows, ({ onCommit }) => onCommit(commit({ members, events })));

  test("an arrow for people is taken by nobody else", () => {
    const said = ["a member went failed to active and nobody had ordered it"];
    expect(walked([])).toEqual(said);
    expect(walked([event("engine", 7)])).toEqual(said);
    expect(walked([event(ADMINS[0], 8)])).toEqual(said);
    expect(walked([event(ADMINS[0], 7)])).toEqual([]);
  });

  test("where there is no arrow nobody goes", () => {
    const phases = [{ before: { status: "completed" }, after: { status: "pending" } }];
    const said = saidOf(alongArrows, ({ onCommit }) => {
      onCommit(commit({ phases, events: [event(ADMINS[0], 0)] }));
    });
    expect(said).toEqual(["a phase went completed to pending"]);
  });
});

describe("I29", () => {
  const written = [event("engine", 1), event("engine", 2)];
  const logged = (...log: readonly object[]): readonly string[] =>
    saidOf(gaplessLog, ({ onCommit, onEnd }) => {
      const after = { id: 1, eventSeq: written.length };
      onCommit(commit({ batch: { before: null, after }, events: written }));
      onEnd({ logs: new Map([[1, log]]) } as unknown as End);
    });
  const [one, two] = written;

  test("what was committed is in the store's log, under its number", () => {
    expect(logged({ ...one, seq: 1 }, { ...two, seq: 2 })).toEqual([]);
    expect(logged({ ...one, seq: 1 }, { ...two, seq: 3 })).toEqual([
      "event 2 of batch 1 is number 3",
    ]);
    expect(logged({ ...one, seq: 1 })).toEqual(["of 2 events of batch 1 1 are there"]);
    expect(logged({ ...one, seq: 1 }, { ...two, memberId: 9, seq: 2 })).toEqual([
      "event 2 of batch 1 was member.retried of 2/0/0 (order) and " +
        "is member.retried of 9/0/0 (order)",
    ]);
  });
});
