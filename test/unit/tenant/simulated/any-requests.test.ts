import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { TenantRequest } from "../../../../runtime/tenant/simulated/answer.ts";
import { CALM, ROUGH } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import type { TenantJournal } from "../../../../runtime/tenant/simulated/journal-place.ts";
import { openWorld } from "../../../../runtime/tenant/simulated/open-world.ts";
import { perform } from "../../../../runtime/tenant/simulated/perform.ts";
import { latest } from "../../../../runtime/tenant/simulated/records.ts";
import {
  type TenantSettings,
  WORKER_ROLES,
} from "../../../../runtime/tenant/simulated/settings.ts";
import type { World } from "../../../../runtime/tenant/simulated/world.ts";
import { type RandomRequest, randomRequest, SOME_GROUP, SOMEBODY } from "./requests-at-random.ts";

const APP = { clientId: "all", secret: "s", roles: [...WORKER_ROLES, "Group.ReadWrite.All"] };
const SETTINGS: TenantSettings = {
  seed: "any",
  tenantId: "tenant",
  domains: ["contoso.example"],
  subscriptionId: "sub",
  apps: [APP],
  tokenLifetimeSec: 10_000_000,
  origin: "http://127.0.0.1:1",
};
const COMPANY = { people: 6, domain: "contoso.example" };
const BEGIN = Date.UTC(2026, 0, 1);
const SCOPES = {
  graph: "https://graph.microsoft.com",
  exchange: "https://outlook.office365.com",
  arm: "https://management.azure.com",
  vault: "https://vault.azure.net",
};

function memoryJournal(): TenantJournal & { readonly text: () => string } {
  let text = "";
  return {
    text: () => text,
    read: () => text,
    append: (line) => {
      text += `${line}\n`;
    },
    replace: (whole) => {
      text = whole;
    },
  };
}

function open(journal: TenantJournal): World {
  const opened = openWorld(SETTINGS, COMPANY, CALM, journal, BEGIN);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value.world;
}

function tokenFor(world: World, family: keyof typeof SCOPES): string {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: APP.clientId,
    client_secret: APP.secret,
    scope: `${SCOPES[family]}/.default`,
  });
  const path = ["tenant", "oauth2", "v2.0", "token"];
  const request = { method: "POST", path, query: new URLSearchParams(), headers: {}, body };
  const { answer } = perform({ world, now: BEGIN }, "login", request);
  return String(answer.body?.["access_token"]);
}

/** Names in a request become objects that are there. */
function concrete(world: World, request: RandomRequest, at: number): RandomRequest {
  const ids = (name: "users" | "groups"): readonly string[] =>
    [...world.tables[name]]
      .filter(([, row]) => latest<unknown>(row as never) !== null)
      .map(([id]) => id);
  const users = ids("users");
  const groups = ids("groups");
  const text = JSON.stringify({ path: request.path, body: request.body })
    .replaceAll(SOMEBODY, users[(at * 7) % Math.max(1, users.length)] ?? "none")
    .replaceAll(SOME_GROUP, groups[(at * 5) % Math.max(1, groups.length)] ?? "none");
  return { ...request, ...JSON.parse(text) };
}

type Run = { readonly answers: readonly string[]; readonly world: World };

function run(journal: TenantJournal, requests: readonly RandomRequest[], rough: boolean): Run {
  const world = open(journal);
  const tokens = new Map(
    (Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map((each) => [each, tokenFor(world, each)]),
  );
  if (rough) world.faults.profile = ROUGH;
  let now = BEGIN;
  const answers = requests.map((random, at) => {
    now += random.waitMs;
    const { family, method, path, query, body } = concrete(world, random, at);
    const headers = { authorization: `Bearer ${tokens.get(family)}` };
    const request: TenantRequest = {
      method,
      path,
      query: new URLSearchParams(query),
      headers,
      body,
    };
    const done = perform({ world, now }, family, request);
    return JSON.stringify(done);
  });
  return { answers, world };
}

const living = <Name extends keyof World["tables"]>(world: World, name: Name) =>
  [...world.tables[name]].flatMap(([key, row]) => {
    const value = row.versions.at(-1)?.value ?? null;
    return value === null ? [] : [{ key, value }];
  });

function broken(world: World): readonly string[] {
  const users = living(world, "users").map(({ value }) => value as never as UserLike);
  const groups = new Set(living(world, "groups").map(({ key }) => key));
  const ids = new Set(users.map(({ id }) => id));
  const names = users.map(({ userPrincipalName }) => userPrincipalName.toLowerCase());
  const addresses = users.flatMap(({ proxyAddresses }) =>
    proxyAddresses.map((each) => each.toLowerCase().replace(/^smtp:/, "")),
  );
  const found: string[] = [];
  if (new Set(names).size !== names.length) found.push("two users of one name");
  if (new Set(addresses).size !== addresses.length) found.push("two owners of one address");
  for (const { id, proxyAddresses, mail } of users) {
    const primary = proxyAddresses.filter((each) => each.startsWith("SMTP:"));
    if (primary.length > 1) found.push(`${id} has two primary addresses`);
    if (primary.length === 1 && primary[0] !== `SMTP:${mail}`) found.push(`${id}: mail differs`);
  }
  for (const { key } of living(world, "members")) {
    const [group = "", member = ""] = key.split("/");
    if (!groups.has(group)) found.push(`members of no group: ${key}`);
    if (!ids.has(member) && !groups.has(member)) found.push(`no such member: ${key}`);
  }
  for (const { key } of living(world, "deletedUsers")) {
    if (ids.has(key)) found.push(`${key} is here and deleted`);
  }
  return found;
}

type UserLike = {
  readonly id: string;
  readonly userPrincipalName: string;
  readonly mail: string | null;
  readonly proxyAddresses: readonly string[];
};

const REQUESTS = fc.array(randomRequest, { minLength: 1, maxLength: 60 });
const KNOWN = new Set([
  200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 413, 424, 429, 500, 502, 503, 504,
]);

describe("any requests in any order", () => {
  test("are all answered, and what is true of a tenant stays true", () => {
    fc.assert(
      fc.property(REQUESTS, fc.boolean(), (requests, rough) => {
        const { answers, world } = run(memoryJournal(), requests, rough);
        for (const answer of answers) expect(KNOWN).toContain(JSON.parse(answer).answer.status);
        expect(broken(world)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test("get the same answers again, byte for byte, from the same seed", () => {
    fc.assert(
      fc.property(REQUESTS, (requests) => {
        const [first, second] = [
          run(memoryJournal(), requests, true),
          run(memoryJournal(), requests, true),
        ];
        expect(second.answers).toEqual(first.answers);
      }),
      { numRuns: 50 },
    );
  });

  test("leave a journal that leads to the same tenant", () => {
    fc.assert(
      fc.property(REQUESTS, (requests) => {
        const journal = memoryJournal();
        const { world } = run(journal, requests, true);
        const again = open(journal);
        expect(again.tables).toEqual(world.tables);
        expect([...again.written]).toEqual([...world.written]);
      }),
      { numRuns: 50 },
    );
  });
});
