import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ROUGH } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import {
  type SimulatedTenant,
  startSimulatedTenant,
} from "../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import { fileJournal } from "./file-journal.ts";
import { newUser, START, startTenant, stopTenants } from "./tenant-under-test.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenant-"));
  path = join(folder, "tenant.journal");
});
afterEach(async () => {
  await stopTenants();
  rmSync(folder, { recursive: true, force: true });
});

const COMPANY = { people: 20, domain: "contoso.example" };
const start = () => startTenant({ company: COMPANY, journal: fileJournal(path) });
const objectsOf = (tenant: SimulatedTenant) =>
  Object.entries(tenant.world.tables).map(([name, rows]) => [name, [...rows]]);

describe("the journal of a simulated tenant", () => {
  test("a tenant that comes back knows all it did", async () => {
    const first = await start();
    const { id } = (await first.ask("POST", "/graph/v1.0/users", newUser("kim"))).body;
    await first.ask("PATCH", `/graph/v1.0/users/${id}`, { department: "Sales" });
    await first.ask("POST", "/graph/v1.0/users", newUser("lee"));
    await first.ask("DELETE", "/graph/v1.0/users/lee@contoso.example");
    const before = objectsOf(first.tenant);
    await stopTenants();
    const second = await start();
    expect(objectsOf(second.tenant)).toEqual(before);
    expect(
      (await second.ask("GET", `/graph/v1.0/users/${id}?$select=department`)).body.department,
    ).toBe("Sales");
  });

  test("passwords are not in it", async () => {
    const { ask } = await start();
    await ask("POST", "/graph/v1.0/users", newUser("kim"));
    await ask("PATCH", "/graph/v1.0/users/kim@contoso.example", {
      passwordProfile: { password: "Tr0ub4dor&3" },
    });
    expect(readFileSync(path, "utf8")).not.toContain("Tr0ub4dor");
  });

  test("a last line without its end is left out, and the next one is whole", async () => {
    const first = await start();
    await first.ask("POST", "/graph/v1.0/users", newUser("kim"));
    await stopTenants();
    appendFileSync(path, '{"at":1,"changes":[{"table":"users","key":"x"');
    const second = await start();
    await second.ask("POST", "/graph/v1.0/users", newUser("lee"));
    await stopTenants();
    const third = await start();
    for (const name of ["kim", "lee"]) {
      expect((await third.ask("GET", `/graph/v1.0/users/${name}@contoso.example`)).status).toBe(
        200,
      );
    }
  });

  test("a line in the middle that cannot be read stops the tenant with its number", async () => {
    const { ask } = await start();
    await ask("POST", "/graph/v1.0/users", newUser("kim"));
    await stopTenants();
    const [head] = readFileSync(path, "utf8").split("\n");
    for (const line of ["{", '{"at":1,"changes":[{"table":"cars","key":"x","value":null}]}']) {
      writeFileSync(path, `${head}\n${line}\n`);
      await expect(start()).rejects.toThrow("Line 2 of the tenant's journal");
    }
  });

  test("another company than the kept one is refused, with what to do", async () => {
    await start();
    await stopTenants();
    const other = startTenant({
      company: { ...COMPANY, people: 21 },
      journal: fileJournal(path),
    });
    await expect(other).rejects.toThrow(/has 20 people of contoso.example.*remove its journal/);
  });

  test("a long journal is written anew and leads to the same tenant", async () => {
    const first = await start();
    const { id } = (await first.ask("POST", "/graph/v1.0/users", newUser("kim"))).body;
    await stopTenants();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const last = lines.at(-1) ?? "";
    const at = START.getTime();
    const many = Array.from({ length: 1_100 }, (_, step) =>
      last
        .replace(`"at":${at}`, `"at":${at + step * 3_600_000}`)
        .replace(/"displayName":"kim"/, `"displayName":"kim ${step}"`),
    );
    writeFileSync(path, [...lines, ...many, ""].join("\n"));
    await start();
    await stopTenants();
    expect(readFileSync(path, "utf8").split("\n").length).toBeLessThan(10);
    const { ask, clock } = await start();
    clock.advance(1_200 * 3_600_000);
    const { tenant } = await startTenant({ company: COMPANY, clock, journal: fileJournal(path) });
    expect(tenant.world.tables.users.get(id)?.versions.at(-1)?.value?.displayName).toBe("kim 1099");
    expect((await ask("GET", "/_sim/summary")).body.objects.users).toBe(21);
  });

  test("reset gives back the faults it began with", async () => {
    const { ask } = await startTenant({ faults: ROUGH });
    await ask("PUT", "/_sim/faults", { profile: "calm" });
    expect((await ask("POST", "/_sim/reset")).status).toBe(204);
    expect((await ask("GET", "/_sim/faults")).body.profile.name).toBe("rough");
  });

  test("reset is kept, too", async () => {
    const first = await start();
    await first.ask("POST", "/graph/v1.0/users", newUser("kim"));
    expect((await first.ask("POST", "/_sim/reset")).status).toBe(204);
    expect((await first.ask("GET", "/_sim/summary")).body.objects.users).toBe(20);
    await stopTenants();
    const second = await start();
    expect((await second.ask("GET", "/_sim/summary")).body.objects.users).toBe(20);
  });

  test("a killed tenant has everything it answered for", async () => {
    const process_ = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        join(import.meta.dirname, "tenant-process.ts"),
        path,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = await once(createInterface(process_.stdout), "line");
    const told = JSON.parse(line);
    const token = await fetch(`${told.addresses.authority}/${told.tenantId}/oauth2/v2.0/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: told.app.clientId,
        client_secret: told.app.secret,
        scope: "https://graph.microsoft.com/.default",
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const answered: string[] = [];
    const create = async (name: string): Promise<void> => {
      const response = await fetch(`${told.addresses.graph}/v1.0/users`, {
        method: "POST",
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        body: JSON.stringify(newUser(name)),
      });
      if (response.status === 201) answered.push(name);
      if (answered.length === 60) process_.kill("SIGKILL");
    };
    const names = Array.from({ length: 200 }, (_, at) => `user${at}`);
    await Promise.allSettled(names.map(create));
    if (process_.exitCode === null && process_.signalCode === null) await once(process_, "exit");
    expect(answered.length).toBeGreaterThanOrEqual(60);
    const back = await startSimulatedTenant({
      seed: "killed",
      company: { people: 10, domain: "contoso.example" },
      clock: manualClock(START),
      journal: fileJournal(path),
    });
    if (!back.ok) throw new Error(back.error.message);
    const users = [...back.value.world.tables.users.values()].map(
      (row) => row.versions.at(-1)?.value,
    );
    const kept = new Set(users.map((user) => user?.displayName));
    expect(answered.filter((name) => !kept.has(name))).toEqual([]);
    await back.value.stop();
  });
});
