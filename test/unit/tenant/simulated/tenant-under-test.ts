/** A simulated tenant for one test, asked over a real socket with a real token. */

import {
  type SimulatedTenant,
  type SimulatedTenantOptions,
  startSimulatedTenant,
} from "../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { type ManualClock, manualClock } from "../../../../runtime/time/manual/manual-clock.ts";

export const START = new Date("2026-05-04T08:00:00.000Z");

type Reply = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look deep into answers of many shapes
  readonly body: any;
};

export type Asked = {
  readonly tenant: SimulatedTenant;
  readonly clock: ManualClock;
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  readonly token: (family: Family) => Promise<string>;
};

type Family = "graph" | "exchange" | "arm" | "vault";

const SCOPES: Readonly<Record<Family, string>> = {
  graph: "https://graph.microsoft.com/.default",
  exchange: "https://outlook.office365.com/.default",
  arm: "https://management.azure.com/.default",
  vault: "https://vault.azure.net/.default",
};

const running: SimulatedTenant[] = [];

export async function startTenant(options: Partial<SimulatedTenantOptions> = {}): Promise<Asked> {
  const clock = manualClock(START);
  const company = { people: 0, domain: "contoso.example" };
  const started = await startSimulatedTenant({ seed: "test", company, clock, ...options });
  if (!started.ok) throw new Error(started.error.message);
  const tenant = started.value;
  running.push(tenant);
  const tokens = new Map<Family, string>();
  const token = async (family: Family): Promise<string> => {
    const known = tokens.get(family) ?? (await fetchToken(tenant, family));
    tokens.set(family, known);
    return known;
  };
  return {
    tenant,
    clock,
    token,
    ask: async (method, path, body, headers = {}) => {
      const family = path.split("/")[1] as Family;
      const isControl = path.startsWith("/_sim");
      return call(tenant, method, path, body, isControl ? null : await token(family), headers);
    },
  };
}

export async function stopTenants(): Promise<void> {
  await Promise.all(running.splice(0).map((tenant) => tenant.stop()));
}

export async function call(
  tenant: SimulatedTenant,
  method: string,
  path: string,
  body?: unknown,
  token: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await fetch(`${tenant.world.settings.origin}${path}`, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : JSON.parse(text),
  };
}

export async function requestToken(
  tenant: SimulatedTenant,
  form: Readonly<Record<string, string>>,
): Promise<Reply> {
  const address = `${tenant.addresses.authority}/${tenant.tenantId}/oauth2/v2.0/token`;
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(form) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function fetchToken(tenant: SimulatedTenant, family: Family): Promise<string> {
  const { body } = await requestToken(tenant, {
    grant_type: "client_credentials",
    client_id: tenant.app.clientId,
    client_secret: tenant.app.secret,
    scope: SCOPES[family],
  });
  return body.access_token;
}

export const newUser = (name: string, more: object = {}): object => ({
  accountEnabled: true,
  displayName: name,
  mailNickname: name,
  userPrincipalName: `${name}@contoso.example`,
  passwordProfile: { password: "Tr0ub4dor&3", forceChangePasswordNextSignIn: true },
  ...more,
});
