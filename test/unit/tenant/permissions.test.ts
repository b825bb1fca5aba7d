import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  COVERED_BY,
  OPERATION_PERMISSIONS,
  PERMISSION_BOUNDS,
  permissionsFor,
  TENANT_PERMISSION_NAMES,
  TENANT_PERMISSIONS,
  type TenantPermissionName,
} from "../../../runtime/contract/blueprint/tenant-permissions.ts";
import type { Alerts } from "../../../runtime/tenant/alerts.ts";
import type { Directory } from "../../../runtime/tenant/directory.ts";
import type { Exchange } from "../../../runtime/tenant/exchange.ts";
import { WORKER_ROLES } from "../../../runtime/tenant/simulated/settings.ts";

type Operation =
  | `directory.${keyof Directory}`
  | `exchange.${keyof Exchange}`
  | `alerts.${keyof Alerts}`;

/** Does not compile when an operation of the ports is missing here. */
const needs: Readonly<Record<Operation, readonly TenantPermissionName[]>> = OPERATION_PERMISSIONS;

const FOLDER = join(import.meta.dirname, "../../../runtime/worker/functions");
const FUNCTIONS = ["entra", "exchange", "alerts"].flatMap((family) =>
  readdirSync(join(FOLDER, family)).map((file) => {
    const text = readFileSync(join(FOLDER, family, file), "utf8");
    const name = /\bname: "([^"]+)"/.exec(text)?.[1] ?? "";
    const calls = /\bcalls: \[([^\]]*)\]/.exec(text)?.[1] ?? "";
    const operations = [...calls.matchAll(/"([^"]+)"/g)].map(([, call]) => call as Operation);
    return { family, name, operations };
  }),
);

const without = (names: ReadonlySet<TenantPermissionName>) =>
  [...names].filter((name) => !names.has(COVERED_BY[name] as TenantPermissionName)).sort();

describe("permissions in a tenant", () => {
  test("there are functions to be compared", () => {
    expect(FUNCTIONS.length).toBeGreaterThanOrEqual(14);
    for (const { name, operations } of FUNCTIONS) {
      expect(name).toMatch(/^[A-Z][a-z]+-[A-Z]/);
      expect(operations).not.toEqual([]);
    }
  });

  test.each(FUNCTIONS)(
    "M-117 (part), X-66 (part): $name is consented to what it calls, and no more",
    ({ family, name, operations }) => {
      const called = new Set(operations.flatMap((operation) => needs[operation]));
      expect([...permissionsFor(new Set([name]))].sort()).toEqual(without(called));
      const rows = TENANT_PERMISSIONS.filter(({ functions }) => functions.includes(name));
      expect(new Set(rows.map((row) => row.family))).toEqual(new Set([family]));
    },
  );

  test("X-66 (part): what a function is shown to need is what it is granted", () => {
    const file = join(import.meta.dirname, "../../../schemas/functions.v1.json");
    const { functions } = JSON.parse(readFileSync(file, "utf8"));
    const shown = new Map(
      functions.map((one: { name: string; permissions: string[] }) => [one.name, one.permissions]),
    );
    expect([...shown.keys()].sort()).toEqual(FUNCTIONS.map(({ name }) => name).sort());
    for (const { name } of FUNCTIONS) {
      expect([name, shown.get(name)]).toEqual([name, [...permissionsFor(new Set([name]))].sort()]);
    }
  });

  test("X-66 (part): a worker of the whole library needs six permissions, none covered", () => {
    const all = permissionsFor(new Set(FUNCTIONS.map(({ name }) => name)));
    expect(all).toEqual([
      "User.ReadWrite.All",
      "GroupMember.ReadWrite.All",
      "User.Invite.All",
      "User-ConvertToInternal.ReadWrite.All",
      "Exchange.ManageAsApp",
      "Mail.Send",
    ]);
    expect(WORKER_ROLES.toSorted()).toEqual(all.toSorted());
  });

  test.each([
    ["Enable-EntraUser", ["User.EnableDisableAccount.All", "User.Read.All"]],
    ["Disable-EntraUser", ["User.EnableDisableAccount.All", "User.Read.All"]],
    ["Remove-EntraUser", ["User.DeleteRestore.All", "User.Read.All"]],
  ])("X-66 (part): %s alone cannot write a profile", (name, permissions) => {
    expect(permissionsFor(new Set([name]))).toEqual(permissions);
    expect(permissionsFor(new Set([name, "New-EntraUser"]))).toEqual(["User.ReadWrite.All"]);
  });

  test("X-66 (part): every permission has a function, every function of the table exists", () => {
    const used = new Set(TENANT_PERMISSIONS.map(({ permission }) => permission));
    expect([...used].sort()).toEqual([...TENANT_PERMISSION_NAMES].sort());
    const ours = TENANT_PERMISSIONS.filter(({ family }) => family !== "haymaker");
    const known = new Set(FUNCTIONS.map(({ name }) => name));
    expect(ours.flatMap(({ functions }) => functions).filter((name) => !known.has(name))).toEqual(
      [],
    );
  });

  test("X-66 (part): what a permission does not bound is said, first of all for mail", () => {
    expect(PERMISSION_BOUNDS["Mail.Send"]).toContain("application access policy");
    expect(PERMISSION_BOUNDS["Exchange.ManageAsApp"]).toContain("Exchange role");
    for (const name of ["User.EnableDisableAccount.All", "User.DeleteRestore.All"] as const)
      expect(PERMISSION_BOUNDS[name]).toContain("administrator's account");
  });
});
