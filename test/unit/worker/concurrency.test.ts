import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import { ok } from "../../../runtime/contract/result.ts";
import { sleep } from "../../../runtime/time/clock.ts";
import { workerFunction } from "../../../runtime/worker/function.ts";
import { REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { badPublish, badRenew, weather } from "./faulty.ts";
import { LOOKS_FIRST, NATURAL } from "./traits.ts";
import { SECOND, workerWorld } from "./worker-world.ts";

const Case = fc.record({
  concurrency: fc.integer({ min: 1, max: 5 }),
  /** Jobs that are there at the start, then one by one. */
  delaysSec: fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 14 }),
  waitsSec: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 14 }),
  isKept: fc.boolean(),
  losesLocks: fc.boolean(),
  publishFails: fc.boolean(),
});
type Case = typeof Case extends fc.Arbitrary<infer Value> ? Value : never;

async function play(given: Case) {
  const { concurrency, delaysSec, waitsSec, isKept, losesLocks, publishFails } = given;
  const world = workerWorld();
  let running = 0;
  let most = 0;
  const counting = workerFunction({
    ...(isKept ? LOOKS_FIRST : NATURAL),
    name: FunctionName.parse("Wait-Seconds"),
    description: "Waits.",
    capability: REHEARSAL,
    params: z.object({ sec: z.number() }),
    result: "Boolean",
    examples: [],
    run: async ({ sec }) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(world.clock, sec * SECOND);
      running -= 1;
      return ok({ kind: "done", value: true });
    },
  });
  const renewal = weather(losesLocks ? "before" : null);
  const publishing = weather(publishFails ? "after" : null);
  world.start("one", {
    concurrency,
    functions: [counting],
    bus: (bus) => badRenew(renewal)(badPublish(publishing)(bus)),
  });
  for (const [index, sec] of delaysSec.entries()) {
    await world.give({ id: `step-${index + 1}-attempt-1`, name: "Wait-Seconds", params: { sec } });
    await world.pass((waitsSec[index] ?? 0) * SECOND);
  }
  renewal.way = null;
  publishing.way = null;
  await world.pass(6_000 * SECOND);
  const answered = new Set((await world.results()).map(({ jobId }) => jobId));
  return { most, answered: answered.size, left: world.left() };
}

describe("the limit of a worker", () => {
  test("no more functions run than there are slots, and every job is answered", async () => {
    const property = fc.asyncProperty(Case, async (given) => {
      const { most, answered, left } = await play(given);
      expect(most).toBeLessThanOrEqual(given.concurrency);
      expect(answered).toBe(given.delaysSec.length);
      expect(left).toEqual({ ready: 0, locked: 0, dead: 0 });
    });
    await fc.assert(property, { seed: 20_260_301, numRuns: 60 });
  });

  test("all slots are used when there is work for them", async () => {
    const world = workerWorld();
    world.start("one", { concurrency: 3 });
    const ids = [1, 2, 3, 4].map((step) => `step-${step}-attempt-1`);
    await world.give(...ids.map((id) => ({ id, params: { delaySec: 10 } })));
    await world.pass(10 * SECOND);
    expect(world.effects).toEqual(ids.slice(0, 3));
    await world.pass(10 * SECOND);
    expect(world.effects).toEqual(ids);
  });

  test("a slot is free again as soon as its job is answered", async () => {
    const world = workerWorld();
    world.start("one", { concurrency: 2 });
    await world.give(
      { id: "step-1-attempt-1", params: { delaySec: 100 } },
      { id: "step-2-attempt-1", params: { delaySec: 10 } },
      { id: "step-3-attempt-1", params: { delaySec: 10 } },
    );
    await world.pass(20 * SECOND);
    expect(world.effects).toEqual(["step-2-attempt-1", "step-3-attempt-1"]);
  });
});
