/** What is kept for repeats is forgotten when none can come any more. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { Records } from "../../../runtime/store/records.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { type Bench, temporaryEngine } from "./temporary-engine.ts";

let bench: Bench;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEPT_MS = LIMITS.repeatsKnownSec * 1_000;

const keep = async ({ store }: Bench, keys: readonly string[]): Promise<void> => {
  const answers = keys.map((key) => ({ actor: "ada", key, requestHash: "h", response: "{}" }));
  const consumed = keys.map((messageId) => ({ consumer: "c", messageId, response: null }));
  const nothing = { writes: [], publish: [], settle: [], sent: [] };
  answerOf(
    await store.transact({ batches: new Map() }, ({ nextIds }) => {
      return { ...nothing, nextIds, remember: answers, consumed };
    }),
  );
};

const isKnown = async ({ store: { records } }: Bench, key: string): Promise<readonly boolean[]> => {
  const answer = answerOf(await records.recall("ada", key));
  const message = answerOf(await records.consumed("c", key));
  return [answer !== null, message !== null];
};

const sweepAfter = async ({ engine, clock }: Bench, ms: number): Promise<void> => {
  clock.advance(ms);
  answerOf(await engine.sweep());
};

/** Stands between engine and store, and answers for it. */
const pruned = async (answers: readonly number[]) => {
  const asked: string[] = [];
  const prune: Records["prune"] = async (before, most) => {
    const answer = answers[asked.length] ?? 0;
    asked.push(`${before.toISOString()} ${most}`);
    return answer < 0 ? fail({ kind: "busy" } as const) : ok(answer);
  };
  bench = await temporaryEngine({
    around: (store) => ({ ...store, records: { ...store.records, prune } }),
  });
  return asked;
};

describe("how long repeats are known", () => {
  test("R12: they are known for longer than any message of the platform lives", () => {
    const lives = Object.values(TOPICS).map(({ ttlSec }) => ttlSec);
    expect(LIMITS.repeatsKnownSec).toBeGreaterThan(2 * Math.max(...lives));
  });
});

describe("forgetting", () => {
  afterEach(() => bench.remove());

  test("R12: answers and messages dealt with are known for 30 days, then forgotten", async () => {
    bench = await temporaryEngine();
    await keep(bench, ["old"]);
    bench.clock.advance(HOUR_MS);
    await keep(bench, ["young"]);
    await sweepAfter(bench, KEPT_MS - HOUR_MS);
    expect(await isKnown(bench, "old")).toEqual([true, true]);
    await sweepAfter(bench, HOUR_MS);
    expect(await isKnown(bench, "old")).toEqual([false, false]);
    expect(await isKnown(bench, "young")).toEqual([true, true]);
    await keep(bench, ["old"]);
    expect(await isKnown(bench, "old")).toEqual([true, true]);
  });

  test("it is done at the first sweep, then every hour, however the clock is set", async () => {
    const asked = await pruned([]);
    await sweepAfter(bench, 0);
    expect(asked).toEqual(["2026-01-31T06:00:00.000Z 5000"]);
    await sweepAfter(bench, HOUR_MS - 1);
    expect(asked).toHaveLength(1);
    await sweepAfter(bench, MINUTE_MS);
    expect(asked).toHaveLength(2);
    await sweepAfter(bench, -2 * HOUR_MS);
    expect(asked).toHaveLength(3);
  });

  test("while there is more it goes on at the next look", async () => {
    const asked = await pruned([5_000, 5_001, 4_999]);
    for (let times = 0; times < 5; times += 1) await sweepAfter(bench, MINUTE_MS);
    expect(asked).toHaveLength(3);
  });

  test("a store that is away says so and is asked again at the next look", async () => {
    const asked = await pruned([-1, 0]);
    expect(failureOf(await bench.engine.sweep())).toEqual({ kind: "busy" });
    for (let times = 0; times < 3; times += 1) await sweepAfter(bench, MINUTE_MS);
    expect(asked).toHaveLength(2);
  });
});
