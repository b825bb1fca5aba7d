/** A real tenant, over HTTPS; and the simulated one, which differs in its addresses only. */
import type { Throttle } from "../../throttle/budget.ts";
import type { Clock } from "../../time/clock.ts";
import { pause } from "../../time/pause.ts";
import type { ApiFamily } from "../failure.ts";
import type { SessionOf, Tenant, TenantSession } from "../tenant.ts";
import type { TokenSource } from "../tokens.ts";
import { moves } from "./exchange/moves.ts";
import { recipients } from "./exchange/recipients.ts";
import type { Graph } from "./graph/client.ts";
import { groups } from "./graph/groups.ts";
import { guests } from "./graph/guests.ts";
import { alerts } from "./graph/mail.ts";
import { memberships } from "./graph/memberships.ts";
import { users } from "./graph/users.ts";
import { caller, type Service } from "./http/call.ts";

/** Without a slash at their ends. */
export type TenantAddresses = Readonly<Record<ApiFamily, string>>;

export const PUBLIC_CLOUD: Omit<TenantAddresses, "vault"> = {
  graph: "https://graph.microsoft.com",
  exchange: "https://outlook.office365.com",
  arm: "https://management.azure.com",
};

export type AzureTenantParts = {
  readonly tenantId: string;
  readonly addresses: TenantAddresses;
  readonly tokens: TokenSource;
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Takes secrets out of texts that services wrote. */
  readonly scrub: (text: string) => string;
  /** Registered by a platform engineer, by name. */
  readonly webhooks: ReadonlyMap<string, string>;
};

/** Fixed, so that no configuration can have a token made for somebody else (R52). */
const SCOPES: Readonly<Record<ApiFamily, string>> = {
  graph: "https://graph.microsoft.com/.default",
  exchange: "https://outlook.office365.com/.default",
  arm: "https://management.azure.com/.default",
  vault: "https://vault.azure.net/.default",
};

export function azureTenant(parts: AzureTenantParts): Tenant {
  const services = { graph: serviceOf(parts, "graph"), exchange: serviceOf(parts, "exchange") };
  return { session: (job) => sessionOf(parts, services, job) };
}

function serviceOf(parts: AzureTenantParts, family: ApiFamily): Service {
  const { tokens, clock, fetch, tenantId, throttle, addresses } = parts;
  return {
    family,
    address: addresses[family],
    scope: SCOPES[family],
    tokens,
    budget: throttle.budgetOf({ tenantId, family }),
    clock,
    fetch,
    chance: () => (parts.randomBytes(1)[0] ?? 0) / 256,
  };
}

function sessionOf(
  parts: AzureTenantParts,
  services: Readonly<Record<"graph" | "exchange", Service>>,
  job: SessionOf,
): TenantSession {
  const { clock, scrub, randomBytes, tenantId, fetch } = parts;
  const { graph: service } = services;
  const graph: Graph = {
    call: caller(service, job),
    scrub,
    address: service.address,
    randomBytes,
    now: clock.now,
    chance: service.chance,
    pause: (ms) => pause(clock, ms, job.signal),
  };
  const exchange = { call: caller(services.exchange, job), scrub, tenantId };
  const webhooks = { byName: parts.webhooks, parts: { fetch, clock }, signal: job.signal };
  return {
    directory: { ...users(graph), ...groups(graph), ...memberships(graph), ...guests(graph) },
    exchange: { ...recipients(exchange), ...moves(exchange) },
    alerts: alerts(graph, webhooks),
  };
}
