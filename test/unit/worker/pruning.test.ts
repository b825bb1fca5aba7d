import { describe, expect, test } from "@jest/globals";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { pause } from "../../../runtime/time/pause.ts";
import type { Fault } from "../../../runtime/worker/fault.ts";
import { pruning } from "../../../runtime/worker/pruning.ts";

const HOUR = 3_600_000;

describe("forgetting old jobs", () => {
  const pruned = (answers: readonly number[]) => {
    const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
    const asked: string[] = [];
    const faults: Fault[] = [];
    const prune = async (before: Date, max: number) => {
      const answer = answers[asked.length] ?? 0;
      asked.push(`${before.toISOString()} ${max}`);
      return answer < 0 ? fail({ kind: "unavailable", detail: "away" } as const) : ok(answer);
    };
    const run = pruning({ ledger: { prune }, clock, observe: (fault) => faults.push(fault) });
    return { run, clock, asked, faults };
  };

  test("it is done at the start and then every hour, for jobs older than thirty days", async () => {
    const { run, clock, asked } = pruned([]);
    await run();
    await run();
    clock.advance(HOUR - 1);
    await run();
    expect(asked).toEqual(["2026-01-30T08:00:00.000Z 5000"]);
    clock.advance(1);
    await run();
    expect(asked).toHaveLength(2);
  });

  test("it goes on at once while there is more to forget", async () => {
    const { run, asked } = pruned([5_000, 5_000, 4_999]);
    for (let times = 0; times < 5; times += 1) await run();
    expect(asked).toHaveLength(3);
  });

  test("a ledger that is away is told and left alone for an hour", async () => {
    const { run, asked, faults } = pruned([-1]);
    await run();
    await run();
    expect(asked).toHaveLength(1);
    expect(faults).toEqual([
      { kind: "ledger-failed", failure: { kind: "unavailable", detail: "away" } },
    ]);
  });
});

describe("a pause", () => {
  test("it does not begin when it is no longer wanted", async () => {
    const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
    await pause(clock, HOUR, AbortSignal.abort());
    expect(clock.next()).toBeNull();
  });
});
