import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { adaptiveThrottle } from "../../../runtime/throttle/adaptive/governor.ts";
import type { Budget, CallEnd } from "../../../runtime/throttle/budget.ts";
import { openSqliteLearnt } from "../../../runtime/throttle/sqlite/sqlite-learnt.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";

const KEY = { tenantId: "t", family: "graph" };
const START = new Date("2026-03-02T08:00:00Z");

let folder: string;
let clock: ManualClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-throttle-"));
  clock = manualClock(START);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): { readonly budget: Budget; readonly close: () => void } {
  const memory = openSqliteLearnt(join(folder, "throttle.db"));
  const throttle = adaptiveThrottle({ clock, memory, chance: () => 0.5 });
  return { budget: throttle.budgetOf(KEY), close: memory.close };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((go) => setImmediate(go));
};

/** One call, which ends so at once; tells when it began. */
function call(budget: Budget, batch: number, end: CallEnd, began: string[] = []): void {
  const { signal } = new AbortController();
  void budget.permit({ batchId: BatchId.parse(batch), calls: 1, signal }).then((permit) => {
    began.push(`${batch}@${clock.now().getTime() - START.getTime()}`);
    permit?.end(end);
  });
}

const ANSWERED: CallEnd = { kind: "answered" };

describe("the budget of a tenant and API family", () => {
  test("M-119 (part): no call begins before the instant that the service told", async () => {
    const { budget, close } = open();
    const began: string[] = [];
    call(budget, 1, { kind: "throttled", retryAfterMs: 7_000 });
    await settle();
    call(budget, 1, ANSWERED, began);
    clock.advance(6_999);
    await settle();
    expect(began).toEqual([]);
    clock.advance(1);
    await settle();
    expect(began).toEqual(["1@7000"]);
    close();
  });

  test("a pause outlives the process that was told it", async () => {
    const before = open();
    call(before.budget, 1, { kind: "throttled", retryAfterMs: 30_000 });
    await settle();
    before.close();
    const after = open();
    const began: string[] = [];
    call(after.budget, 1, ANSWERED, began);
    await settle();
    clock.advance(29_999);
    await settle();
    expect(began).toEqual([]);
    clock.advance(1);
    await settle();
    expect(began).toEqual(["1@30000"]);
    after.close();
  });

  test("a batch with one call does not wait behind a batch with a hundred", async () => {
    const { budget, close } = open();
    const began: string[] = [];
    for (let at = 0; at < 100; at += 1) call(budget, 1, ANSWERED, began);
    call(budget, 2, ANSWERED, began);
    await settle();
    for (let tick = 0; tick < 10; tick += 1) {
      clock.advance(100);
      await settle();
    }
    expect(began.findIndex((each) => each.startsWith("2@"))).toBeLessThan(4);
    expect(began.findIndex((each) => each.startsWith("2@"))).toBeGreaterThanOrEqual(0);
    close();
  });

  test("calls that nobody refuses become more each second", async () => {
    const { budget, close } = open();
    const began: string[] = [];
    for (let at = 0; at < 400; at += 1) call(budget, 1, ANSWERED, began);
    for (let tick = 0; tick < 200; tick += 1) {
      await settle();
      clock.advance(20);
    }
    const seconds = began.map((each) => Math.floor(Number(each.split("@")[1]) / 1_000));
    const perSecond = [0, 1, 2, 3].map((second) => seconds.filter((at) => at === second).length);
    expect(perSecond.toSorted((a, b) => a - b)).toEqual(perSecond);
    expect(perSecond.at(-1)).toBeGreaterThan(perSecond[0] ?? Infinity);
    close();
  });
});
