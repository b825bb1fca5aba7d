/** Everything of a local host that has a clock: the time it lives in, the simulated tenant, and
 *  the engine with its worker. They are opened in this order and closed in the other. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { PROFILES } from "../../tenant/simulated/faults/fault-profile.ts";
import type { Clock } from "../../time/clock.ts";
import { keptLead } from "./kept-lead.ts";
import {
  type LocalEngine,
  type LocalEngineParts,
  openLocalEngine,
  type StartFailure,
} from "./local-engine.ts";
import { openLocalTenant } from "./local-tenant.ts";
import type { FaultsName } from "./start-options.ts";
import { type VirtualTime, virtualTime } from "./virtual-time.ts";

export type LocalPlatformParts = Omit<LocalEngineParts, "clock" | "tenant" | "scrub"> & {
  readonly faults: FaultsName;
};

export type LocalPlatform = Omit<LocalEngine, "ready"> & {
  readonly clock: Clock;
  /** How fast its time passes while nobody works. */
  readonly pace: Pick<VirtualTime, "speed" | "setSpeed">;
  /** Where the simulated tenant shows what it has. */
  readonly tenant: string;
};

/** Turns that everything ready needs to have gone on: commits breathe now and then. */
const BREATHS = 4;

export async function openLocalPlatform(
  parts: LocalPlatformParts,
): Promise<Result<LocalPlatform, StartFailure>> {
  const { folder, real, steadyMs, speed, faults } = parts;
  const work = { isBusy: () => true };
  const { leadMs, keep } = keptLead(folder);
  const time = virtualTime({
    real,
    steadyMs,
    speed,
    leadMs,
    keepLead: keep,
    isBusy: () => work.isBusy(),
    breathe,
  });
  const { clock } = time;
  const profile = PROFILES[faults];
  if (profile === undefined) throw new Error(`no faults are called ${faults}`);
  const tenant = await openLocalTenant({ folder, clock, faults: profile });
  if (!tenant.ok) {
    time.stop();
    return fail({ sentence: tenant.error, exitCode: 1 });
  }
  const engine = await openLocalEngine({ ...parts, ...tenant.value, clock });
  if (!engine.ok) {
    time.stop();
    await tenant.value.stop();
    return engine;
  }
  work.isBusy = () => tenant.value.working() > 0 || engine.value.ready() > 0;
  const { ready: _, stop, ...rest } = engine.value;
  return ok({
    ...rest,
    clock,
    pace: time,
    tenant: tenant.value.control,
    stop: async () => {
      const drained = await stop();
      await tenant.value.stop();
      time.stop();
      return drained;
    },
  });
}

async function breathe(): Promise<void> {
  for (let turn = 0; turn < BREATHS; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
