import { expect, test } from "@jest/globals";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Received } from "../../../runtime/bus/message.ts";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { ok } from "../../../runtime/contract/result.ts";
import type { Handled } from "../../../runtime/engine/engine.ts";
import type { Intake } from "../../../runtime/orchestrator/letters.ts";
import { type TakeParts, takeGroup } from "../../../runtime/orchestrator/take-group.ts";
import type { CommitFailure } from "../../../runtime/store/failure.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { signed } from "../domain/engine/run.ts";
import { lockOf } from "../engine/locks.ts";
import { START } from "../engine/temporary-engine.ts";

const AWAY = { kind: "unavailable", reason: "away" } as const;
const OWN = { kind: "conflict", key: "answers" } as const;
const source = { topic: "orchestrator-events", subscription: "orchestrator" } as const;

/** One message, of which nothing matters but its lock. */
const MESSAGE = { lock: lockOf(1) } as unknown as Received;
const INTAKE: Intake = {
  source,
  read: (message) => {
    const input = signed({ kind: "batch-detected" });
    const turned = { kind: "input", batchId: BatchId.parse(1), input } as const;
    return ok({ message, guard: "state", turned });
  },
};

/** What is settled of a message whose commits fail like this before one succeeds. */
async function settledAfter(failures: readonly CommitFailure[]): Promise<readonly string[]> {
  const settled: string[] = [];
  const left = [...failures];
  const clock = manualClock(START);
  const handle = async (): Promise<readonly Handled[]> => {
    const failure = left.shift();
    if (failure !== undefined) return [{ kind: "failed", failure }];
    settled.push("committed");
    return [{ kind: "decided", verdict: "applied", seq: 1 }];
  };
  const settle = async (settlements: readonly Settlement[]) => {
    settled.push(...settlements.map(({ kind }) => kind));
    return settlements.map(() => ok(1));
  };
  const parts = { bus: { settle }, engine: { handle }, clock, observe: () => {} };
  const store = {} as TakeParts["store"];
  const ending = new AbortController().signal;
  let isOver = false;
  const taken = takeGroup({ ...parts, store, ending }, INTAKE, [MESSAGE]);
  void taken.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
  }
  return settled;
}

test("R28, I21: what a store that is away did not take is no try of its own", async () => {
  expect(await settledAfter([AWAY, AWAY, OWN])).toEqual(["committed"]);
  expect(await settledAfter([AWAY, OWN, AWAY, OWN, AWAY])).toEqual(["committed"]);
});

test("M-049 (part): what the store never takes is a dead letter after three tries", async () => {
  expect(await settledAfter([OWN, OWN, OWN])).toEqual(["dead-letter"]);
});
