/** One service and the calls of several batches to it, through one budget: three batches that
 *  never have enough and one that calls now and then. */
import { BatchId } from "../../runtime/contract/ids.ts";
import { adaptiveThrottle } from "../../runtime/throttle/adaptive/governor.ts";
import type { Budget } from "../../runtime/throttle/budget.ts";
import { memoryLearnt } from "../../runtime/throttle/memory/memory-learnt.ts";
import { sleep } from "../../runtime/time/clock.ts";
import { type Overtaking, watchOvertaking } from "./overtaking.ts";
import { chanceFrom, type Profile } from "./profiles.ts";
import { openWire, type Wire } from "./wire.ts";

/** Per second of virtual time. */
export type Second = { served: number; refused: number };

export type ProfileRun = {
  readonly profile: Profile;
  readonly seconds: readonly Second[];
  readonly starved: number;
};

const HUNGRY = [1, 2, 3] as const;
const SMALL = 4;
const CALLERS = 16;
const NOW_AND_THEN_MS = 2_000;

export async function runProfile(
  profile: Profile,
  open: (profile: Profile) => Promise<Wire> = openWire,
): Promise<ProfileRun> {
  const wire = await open(profile);
  const seconds = Array.from({ length: profile.endSec }, () => ({ served: 0, refused: 0 }));
  const { budgetOf } = adaptiveThrottle({
    clock: wire.clock,
    memory: memoryLearnt(),
    chance: chanceFrom(profile.seed),
  });
  const stopping = new AbortController();
  const overtaking = watchOvertaking();
  const budget = budgetOf({ tenantId: "bench", family: "graph" });
  const parts = { wire, seconds, budget, overtaking, signal: stopping.signal };
  const callers = [
    ...HUNGRY.flatMap((batch) => Array.from({ length: CALLERS }, () => caller(parts, batch, 0))),
    caller(parts, SMALL, NOW_AND_THEN_MS),
  ];
  await wire.runUntil(profile.endSec * 1_000);
  stopping.abort();
  await wire.runUntil(profile.endSec * 1_000 + NOW_AND_THEN_MS + profile.latencyMs);
  await Promise.all(callers);
  await wire.close();
  return { profile, seconds, starved: overtaking.starved() };
}

type Calls = {
  readonly wire: Wire;
  readonly seconds: readonly Second[];
  readonly budget: Budget;
  readonly overtaking: Overtaking;
  readonly signal: AbortSignal;
};

async function caller(calls: Calls, batch: number, pauseMs: number): Promise<void> {
  const { wire, seconds, budget, overtaking, signal } = calls;
  const batchId = BatchId.parse(batch);
  while (!signal.aborted) {
    if (pauseMs > 0) await sleep(wire.clock, pauseMs);
    overtaking.waits(batch);
    const permit = await budget.permit({ batchId, calls: 1, signal });
    if (permit === null) return;
    overtaking.begins(batch);
    const { status, retryAfterMs } = await wire.call();
    const second = seconds[Math.floor(wire.clock.now().getTime() / 1_000)];
    if (status === 429) {
      permit.end({ kind: "throttled", retryAfterMs });
      if (second !== undefined) second.refused += 1;
    } else {
      permit.end({ kind: "answered" });
      if (second !== undefined) second.served += 1;
    }
  }
}
