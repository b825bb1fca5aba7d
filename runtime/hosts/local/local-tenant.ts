/** The tenant of a local host and the worker's way to it: the simulated one, and in front of it
 *  the same clients, tokens, budget and functions that act on a real one. Only addresses and the
 *  authority differ. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fail, ok, type Result } from "../../contract/result.ts";
import { secret } from "../../contract/secret.ts";
import { scrubber } from "../../contract/secret-scrubber.ts";
import { azureTenant } from "../../tenant/azure/tenant.ts";
import { endpointTokens } from "../../tenant/azure/token-endpoint.ts";
import type { FaultProfile } from "../../tenant/simulated/faults/fault-profile.ts";
import { startSimulatedTenant } from "../../tenant/simulated/simulated-tenant.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import { keptTokens } from "../../tenant/tokens.ts";
import { adaptiveThrottle } from "../../throttle/adaptive/governor.ts";
import { openSqliteLearnt } from "../../throttle/sqlite/sqlite-learnt.ts";
import type { Clock } from "../../time/clock.ts";
import { DEMO } from "./demo-company.ts";
import { countCalls } from "./quiet.ts";
import { tenantFile } from "./tenant-file.ts";

/** Where alerts go that name no webhook: at home they stay in the tenant's outbox. */
const ADMIN_ALERTS = "admin-alerts";

export type LocalTenantParts = {
  readonly folder: string;
  readonly clock: Clock;
  readonly faults: FaultProfile;
};

export type LocalTenant = {
  readonly tenant: Tenant;
  /** Knows its secrets and takes them out of texts. */
  readonly scrub: (text: string) => string;
  /** What it has and did, for people (`/_sim`). */
  readonly control: string;
  /** Calls under way that do not just wait for the time to pass. */
  readonly working: () => number;
  readonly stop: () => Promise<void>;
};

export async function openLocalTenant({
  folder,
  clock,
  faults,
}: LocalTenantParts): Promise<Result<LocalTenant, string>> {
  const counted = countCalls(globalThis.fetch, clock);
  const started = await startSimulatedTenant({
    ...DEMO.target,
    clock: counted.clock,
    faults,
    journal: tenantFile(join(folder, "tenant.jsonl")),
  });
  if (!started.ok) return fail(`The simulated tenant cannot start: ${started.error.message}`);
  const { addresses, app, tenantId, stop } = started.value;
  const clientSecret = secret(app.secret);
  const { know, scrub } = scrubber();
  know("client", clientSecret);
  const { fetch } = counted;
  const memory = openSqliteLearnt(join(folder, "throttle.db"));
  const request = endpointTokens({
    authority: addresses.authority,
    tenantId,
    clientId: app.clientId,
    clientSecret,
    clock,
    fetch,
  });
  const tenant = azureTenant({
    tenantId,
    addresses,
    tokens: keptTokens(request, clock, know),
    throttle: adaptiveThrottle({ clock, memory, chance: () => (randomBytes(1)[0] ?? 0) / 256 }),
    clock,
    fetch,
    randomBytes: (count) => randomBytes(count),
    scrub,
    webhooks: new Map([[ADMIN_ALERTS, `${addresses.control}/alerts/${ADMIN_ALERTS}`]]),
  });
  return ok({
    tenant,
    scrub,
    control: addresses.control,
    working: counted.working,
    stop: async () => {
      await stop();
      memory.close();
    },
  });
}
