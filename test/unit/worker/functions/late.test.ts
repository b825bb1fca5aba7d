import { describe, expect, test } from "@jest/globals";
import { permissionsFor } from "../../../../runtime/contract/blueprint/tenant-permissions.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { compareWithModel } from "./differential/compare.ts";
import { memoryTenant } from "./differential/memory-tenant.ts";
import { compareInSequence } from "./differential/sequence.ts";
import { simulatedTestTenant } from "./differential/simulated-test-tenant.ts";
import { SIMULATED } from "./differential/simulated-worlds.ts";

const library = functionLibrary(memoryTenant().tenant);
const names = library.map(({ manifest }) => manifest.name as string);
const writers = library.flatMap(({ manifest: { name, effect } }) =>
  effect === "write" && name !== "Send-AdminAlert" ? [name as string] : [],
);

/** As the simulated tenant on its worst day. */
const LATE = { directory: [0, 6_000], exchange: [1_000, 30_000] } as const;

const lateTenant = (functions: readonly string[]) => (seed: string) =>
  simulatedTestTenant({ roles: permissionsFor(new Set(functions)), seed, lagMs: LATE });

/** Requests of one call: what docs/decisions/0038 tells. */
const REQUESTS_MOST: Readonly<Record<string, number>> = {
  "New-EntraUser": 2,
  "Remove-EntraUser": 4,
  "Enable-EntraUser": 1,
  "Disable-EntraUser": 1,
  "Set-EntraUserUPN": 3,
  "Set-EntraUserAttribute": 1,
  "Add-EntraGroupMember": 3,
  "Remove-EntraGroupMember": 4,
  "Add-EntraLicenceGroup": 5,
  "Remove-EntraLicenceGroup": 4,
  "New-EntraB2BInvitation": 3,
  "Convert-EntraB2BToInternal": 4,
  "New-ExchangeMailUser": 4,
  "Add-ExchangeSecondaryEmail": 2,
  "Set-ExchangePrimaryEmail": 2,
  "Set-ExchangeProxyAddresses": 13,
  "Set-ExchangeExternalAddress": 2,
  "Set-ExchangeMailUserGuids": 2,
  "Start-ExchangeMailboxMove": 2,
};

const RUNS = 12;

describe("each function against its model, on a tenant that shows changes late", () => {
  test.each(names)(
    "M-117, R09 (part): %s ends as its model says, repeated at once and after a crash, too",
    async (name) => {
      const { requestsMost } = await compareWithModel(name, {
        ...SIMULATED,
        open: lateTenant([name]),
        runs: RUNS,
        repeats: 3,
      });
      expect(requestsMost).toBeLessThanOrEqual(REQUESTS_MOST[name] ?? 3);
    },
    120_000,
  );
});

const PAIRS: readonly (readonly [string, string])[] = [
  ["Disable-EntraUser", "Enable-EntraUser"],
  ["Enable-EntraUser", "Disable-EntraUser"],
  ["New-EntraUser", "Remove-EntraUser"],
  ["Remove-EntraUser", "New-EntraUser"],
  ["Set-EntraUserAttribute", "New-EntraUser"],
  ["Set-EntraUserUPN", "Set-EntraUserUPN"],
  ["Set-EntraUserAttribute", "Set-EntraUserAttribute"],
  ["Set-EntraUserAttribute", "Add-EntraLicenceGroup"],
  ["Add-EntraGroupMember", "Remove-EntraGroupMember"],
  ["Remove-EntraGroupMember", "Add-EntraGroupMember"],
  ["New-EntraB2BInvitation", "Convert-EntraB2BToInternal"],
  ["Convert-EntraB2BToInternal", "New-EntraB2BInvitation"],
  ["Set-EntraUserUPN", "Convert-EntraB2BToInternal"],
  ["New-ExchangeMailUser", "Set-ExchangeMailUserGuids"],
  ["New-ExchangeMailUser", "Remove-EntraUser"],
  ["Remove-EntraUser", "New-ExchangeMailUser"],
  ["Add-ExchangeSecondaryEmail", "Set-ExchangePrimaryEmail"],
  ["Add-ExchangeSecondaryEmail", "Set-ExchangeProxyAddresses"],
  ["Set-ExchangePrimaryEmail", "Add-ExchangeSecondaryEmail"],
  ["Set-ExchangePrimaryEmail", "Set-ExchangePrimaryEmail"],
  ["Set-ExchangePrimaryEmail", "Set-ExchangeProxyAddresses"],
  ["Set-ExchangeProxyAddresses", "Set-ExchangeProxyAddresses"],
  ["Set-ExchangeExternalAddress", "Set-ExchangeExternalAddress"],
  ["Set-ExchangeMailUserGuids", "Set-ExchangeMailUserGuids"],
];
const PAIR_RUNS = 40;
const ANY_RUNS = 25;

describe("two functions on one person, the second before the first is shown", () => {
  test.each(PAIRS)(
    "M-117 (part): %s and then %s end as both models say",
    async (first, second) => {
      const open = lateTenant([first, second]);
      await compareInSequence(first, [second], { ...SIMULATED, open, runs: PAIR_RUNS });
    },
    120_000,
  );

  test.each(writers)(
    "M-117 (part): %s and then any other end as both models say",
    async (first) => {
      const open = lateTenant(writers);
      await compareInSequence(first, writers, { ...SIMULATED, open, runs: ANY_RUNS });
    },
    120_000,
  );
});
