/** A real tenant, over HTTPS; and the simulated one, which differs in its addresses only. */
import { pause } from "../../time/pause.ts";
import type { SessionOf, Tenant, TenantSession } from "../tenant.ts";
import { mailUsers } from "./exchange/mail-users.ts";
import { moves } from "./exchange/moves.ts";
import { recipients } from "./exchange/recipients.ts";
import type { Graph } from "./graph/client.ts";
import { groups } from "./graph/groups.ts";
import { guests } from "./graph/guests.ts";
import { alerts } from "./graph/mail.ts";
import { memberships } from "./graph/memberships.ts";
import { users } from "./graph/users.ts";
import { caller, type Service } from "./http/call.ts";
import { contextOf, type ServiceParts, serviceOf, type TenantAddresses } from "./service.ts";

export type AzureTenantParts = ServiceParts & {
  readonly addresses: Pick<TenantAddresses, "graph" | "exchange">;
  /** Registered by a platform engineer: address by name. */
  readonly webhooks: ReadonlyMap<string, string>;
};

export function azureTenant(parts: AzureTenantParts): Tenant {
  const { graph, exchange } = parts.addresses;
  const services = {
    graph: serviceOf(parts, "graph", graph),
    exchange: serviceOf(parts, "exchange", exchange),
  };
  return { session: (job) => sessionOf(parts, services, job) };
}

function sessionOf(
  parts: AzureTenantParts,
  services: Readonly<Record<"graph" | "exchange", Service>>,
  job: SessionOf,
): TenantSession {
  const { clock, scrub, randomBytes, tenantId, fetch } = parts;
  const { address, chance } = services.graph;
  const wait = (ms: number): Promise<void> => pause(clock, ms, job.signal);
  const graph: Graph = {
    call: caller(services.graph, contextOf(parts, "graph", job)),
    scrub,
    address,
    randomBytes,
    now: clock.now,
    chance,
    pause: wait,
  };
  const mail = { ...graph, call: caller(services.graph, contextOf(parts, "graph-mail", job)) };
  const exchangeCall = caller(services.exchange, contextOf(parts, "exchange", job));
  const exchange = { call: exchangeCall, scrub, tenantId, randomBytes };
  const webhooks = { byName: parts.webhooks, parts: { fetch, clock }, signal: job.signal };
  return {
    directory: { ...users(graph), ...groups(graph), ...memberships(graph), ...guests(graph) },
    exchange: { ...recipients(exchange), ...mailUsers(exchange), ...moves(exchange) },
    alerts: alerts(mail, webhooks),
    pause: wait,
  };
}
