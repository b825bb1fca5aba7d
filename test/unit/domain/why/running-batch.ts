/** A batch with one member under way, as the core made it, and the facts its rows are. */
import type { MemberId } from "../../../../runtime/contract/ids.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import type { Facts, SeenStep } from "../../../../runtime/domain/why/facts.ts";
import { begin } from "../engine/begin.ts";
import type { Run } from "../engine/run.ts";
import { phase, runbook, step } from "../engine/runbooks.ts";

const PLAN = runbook([phase("first", [step("make"), step("check")])]);

/** Paused before anything could be sent, or with its first job out. */
export const runningBatch = (how: "running" | "paused" = "running"): Run =>
  begin(PLAN, ["ada"], { batch: { paused: how === "paused" } });

export function factsOf({ world, now }: { readonly world: World; readonly now: Date }): Facts {
  const { batch, phases, members, executions, slots, attention, plans } = world;
  const steps = new Map<MemberId | 0, readonly SeenStep[]>(
    Map.groupBy(executions.values(), ({ memberId }) => memberId),
  );
  return {
    now,
    batch,
    phases: [...phases.values()],
    members,
    steps,
    slots,
    attention,
    plans,
    paused: new Map(),
    incidents: [],
    absent: new Set(),
    elsewhere: new Map(),
  };
}
