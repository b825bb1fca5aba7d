/** Failures are made small, and told so that they can be understood. */
import { describe, expect, test } from "@jest/globals";
import { CHECKERS } from "./checkers/all.ts";
import { invariantNamed } from "./invariants.ts";
import { runPlan } from "./run-seed.ts";
import { shrink } from "./shrink.ts";
import { regressionOf, tellFailure, tellShrunk } from "./tell-failure.ts";
import type { Checker } from "./watch/checker.ts";
import { drawPlan } from "./world/draw-plan.ts";
import type { WorldPlan } from "./world/plan.ts";

/** Breaks when what it waits for has happened: a bug that needs just that. */
const broken = (type: string): Checker => ({
  id: "I17",
  open: (_scene, violate) => ({
    onCommit: ({ events }) => {
      if (events.some((event) => event.type === type)) violate(`${type} happened`);
    },
  }),
});

const runWith =
  (checker: Checker) =>
  (plan: WorldPlan, only: ReadonlySet<string> | null): ReturnType<typeof runPlan> =>
    runPlan(plan, only, null, [checker]);

/** The first seed from here on in which it happens. */
async function planWith(checker: Checker, from: number): Promise<WorldPlan> {
  for (let seed = from; seed < from + 200; seed += 1) {
    const plan = drawPlan(seed);
    if (plan.members.length < 3 || plan.store === "sqlite") continue;
    const { violations } = await runWith(checker)(plan, null);
    if (violations.length > 0) return plan;
  }
  throw new Error("it happens in none of 200 seeds");
}

describe("a failing run", () => {
  test.each(["step.rolled_back", "member.removed"])(
    "in which %s is made small and still breaks the same invariant",
    async (type) => {
      const checker = broken(type);
      const run = runWith(checker);
      const plan = await planWith(checker, 1);
      const small = await shrink(plan, { run, runsMax: 150 });
      if (small === null) throw new Error("it fails");
      expect(small.size).toBeLessThanOrEqual(30);
      expect(small.size).toBeLessThan(plan.members.length + plan.churn.length + 30);
      expect(small.invariant).toBe("I17");
      const again = await run(small.plan, new Set(small.faults));
      expect(again.violations[0]?.text).toBe(`${type} happened`);
    },
  );

  test("in which somebody paused needs the order, one member and hardly more", async () => {
    const checker = broken("batch.paused");
    const plan = await planWith(checker, 1);
    const small = await shrink(plan, { run: runWith(checker), runsMax: 300 });
    expect(small?.plan.orders.map(({ kind }) => kind)).toEqual(["pause"]);
    expect(small?.plan.members).toHaveLength(1);
    expect(small?.size).toBeLessThanOrEqual(4);
    const { phases } = JSON.parse(small?.plan.runbook ?? "{}");
    expect(phases).toHaveLength(1);
  });

  test("whose time is up is as small as it was by then", async () => {
    const checker = broken("batch.paused");
    const plan = await planWith(checker, 1);
    const small = await shrink(plan, { run: runWith(checker), isOver: () => true });
    expect(small).toMatchObject({ runs: 1, invariant: "I17" });
    expect(small?.plan.members).toEqual(plan.members);
  });

  test("that goes well cannot be made small", async () => {
    expect(await shrink(drawPlan(7))).toBeNull();
  });

  test("is told with its invariant, its hazards and how to see it again", () => {
    const failure = { seed: 5, invariant: "I18", text: "two", traceHash: "ab", recent: [] };
    expect(tellFailure(failure)).toEqual([
      "seed 5 breaks I18: Nothing is undone beside a job of the same member. " +
        "(hazards R15 R36 R39)",
      "  two",
      "  trace ab; again: npm run -s simulate -- --seed 5 --shrink",
    ]);
  });

  test("is told by what is left of it, in the order it happens", () => {
    const plan: WorldPlan = {
      ...drawPlan(3),
      members: [{ key: "ann", startMin: 5 }],
      churn: [{ atMs: 90_000, kind: "remove", key: "ann" }],
      orders: [{ atMs: 60_000, kind: "pause", by: 0, pick: 1, times: 1 }],
      hosts: { schedulers: 1, orchestrators: 2, relays: 1, workers: 1 },
      store: "model",
      runbook: "{}",
    };
    const small = { plan, faults: ["crash worker"], invariant: "I1", size: 4, runs: 9 };
    expect(tellShrunk(small)).toEqual([
      "I1 still breaks with 4 events (found in 9 runs):",
      "  08:00:00 member ann, whose batch starts at 08:05:00",
      '  08:01:00 order pause {"by":0,"pick":1,"times":1}',
      '  08:01:30 remove {"key":"ann"}',
      "  fault    crash worker",
      "  on 1 schedulers, 2 orchestrators, 1 relays, 1 workers, store: model",
      "  runbook  {}",
    ]);
    expect(regressionOf(small)).toMatchObject({ plan, faults: ["crash worker"], why: "" });
  });

  test("has an invariant that says something, whichever checker finds it", () => {
    for (const { id } of [...CHECKERS, { id: "stuck" }, { id: "I37" }]) {
      expect(invariantNamed(id).says).not.toBe(invariantNamed("nothing").says);
    }
  });
});
