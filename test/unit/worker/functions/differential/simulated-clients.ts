/** The clients of a real tenant in front of a simulated one, and a place for their webhooks. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { secret } from "../../../../../runtime/contract/secret.ts";
import { azureTenant } from "../../../../../runtime/tenant/azure/tenant.ts";
import { endpointTokens } from "../../../../../runtime/tenant/azure/token-endpoint.ts";
import type { SimulatedTenant } from "../../../../../runtime/tenant/simulated/simulated-tenant.ts";
import type { Tenant } from "../../../../../runtime/tenant/tenant.ts";
import { keptTokens } from "../../../../../runtime/tenant/tokens.ts";
import type { Throttle } from "../../../../../runtime/throttle/budget.ts";
import type { Clock } from "../../../../../runtime/time/clock.ts";

const WEBHOOKS = ["pager", "admin-alerts"];
/** Nobody else calls: every call goes at once. */
const AT_ONCE: Throttle = {
  budgetOf: () => ({ permit: async () => ({ end: () => undefined }), pausedMs: async () => 0 }),
};

type Parts = { readonly clock: Clock; readonly fetch: typeof globalThis.fetch };

export function clientsOf(
  { tenantId, addresses, app }: SimulatedTenant,
  hook: string,
  { clock, fetch }: Parts,
): Tenant {
  const request = endpointTokens({
    authority: addresses.authority,
    tenantId,
    clientId: app.clientId,
    clientSecret: secret(app.secret),
    clock,
    fetch,
  });
  return azureTenant({
    tenantId,
    addresses,
    tokens: keptTokens(request, clock),
    throttle: AT_ONCE,
    clock,
    fetch,
    randomBytes: (count) => randomBytes(count),
    scrub: (text) => text,
    webhooks: new Map(WEBHOOKS.map((name) => [name, `${hook}/${name}`])),
  });
}

type Hooks = {
  readonly address: string;
  /** As `webhook: subject: text`. */
  readonly sent: readonly string[];
  readonly stop: () => Promise<void>;
};

export async function hookServer(): Promise<Hooks> {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { subject, text } = JSON.parse(Buffer.concat(chunks).toString());
    sent.push(`${request.url?.slice(1)}: ${subject}: ${text}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    sent,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
