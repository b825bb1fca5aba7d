/** The clients of a tenant in front of a scripted service, in time that a test moves. */
import { BatchId } from "../../../runtime/contract/ids.ts";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { type AzureTenantParts, azureTenant } from "../../../runtime/tenant/azure/tenant.ts";
import type { Tenant, TenantSession } from "../../../runtime/tenant/tenant.ts";
import type { CallEnd, Throttle } from "../../../runtime/throttle/budget.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { countedFetch, hurried } from "./hurried.ts";
import { type Script, type ScriptedService, scriptedService } from "./scripted-service.ts";

/** A budget that always has a permit, and remembers how calls ended. */
export function openThrottle(): Throttle & { readonly ends: readonly CallEnd[] } {
  const ends: CallEnd[] = [];
  const permit = { end: (end: CallEnd) => void ends.push(end) };
  return { ends, budgetOf: () => ({ permit: async () => permit, pausedMs: async () => 0 }) };
}

export const TENANT_ID = "11111111-2222-4333-8444-555555555555";

export type TenantWorld = {
  readonly tenant: Tenant;
  readonly session: TenantSession;
  readonly service: ScriptedService;
  readonly clock: ManualClock;
  readonly ends: readonly CallEnd[];
  readonly stop: AbortController;
  /** Lets time pass while nothing is under way, until the answer is there. */
  readonly settled: <Value>(promise: Promise<Value>) => Promise<Value>;
};

export async function tenantWorld(
  script: Script,
  overrides: Partial<AzureTenantParts> = {},
): Promise<TenantWorld> {
  const service = await scriptedService(script);
  const { address } = service;
  const clock = manualClock(new Date("2026-03-02T08:00:00Z"));
  const throttle = openThrottle();
  const stop = new AbortController();
  const network = countedFetch();
  const tenant = azureTenant({
    tenantId: TENANT_ID,
    addresses: { graph: address, exchange: address },
    tokens: { token: async () => ok(secret("token-of-the-test")) },
    throttle,
    clock,
    fetch: network.fetch,
    randomBytes: (count) => new Uint8Array(count).fill(128),
    scrub: (text) => text,
    webhooks: new Map(),
    ...overrides,
  });
  const session = tenant.session({
    jobId: JobId.parse("step-7-attempt-1"),
    batchId: BatchId.parse(3),
    signal: stop.signal,
  });
  const settled = hurried(clock, network.isIdle);
  return { tenant, session, service, clock, ends: throttle.ends, stop, settled };
}
