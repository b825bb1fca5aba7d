/** Function apps, app registrations and what watches them, as both stacks plan them once every
 *  component has code. The programs run once each; all tests look at what they planned. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { APP_ROLES } from "../../infra/entra/app-roles.ts";
import { subnetOf } from "../../infra/network/subnets.ts";
import type { Json, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { FUNCTION_APPS, functionApp } from "../../infra/settings/deployables.ts";
import { FLEX_FORBIDDEN_SETTINGS } from "../../runtime/contract/blueprint/settings/forbidden.ts";
import { SETTINGS } from "../../runtime/contract/blueprint/settings/settings.ts";
import { type Planned, planWhole, RUN_MS_MAX } from "./ground-plans.ts";
import { UNKNOWN } from "./planned.ts";

let dev: Planned;
let prod: Planned;

beforeAll(async () => {
  [dev, prod] = await Promise.all([planWhole("dev"), planWhole("prod")]);
}, RUN_MS_MAX);

const STACKS: readonly (readonly [string, () => Planned])[] = [
  ["dev", () => dev],
  ["prod", () => prod],
];

const site = (planned: Planned, component: string) => planned.called(`functions-${component}`);

type Setting = { readonly name: string; readonly value: string };
type SiteConfig = {
  readonly appSettings: readonly Setting[];
  readonly ipSecurityRestrictions: readonly { readonly ipAddress: string }[];
  readonly ipSecurityRestrictionsDefaultAction: string;
};

/** Tests know what they planned; a wrong shape fails them all the same. */
const siteConfig = (resource: PlannedResource): SiteConfig =>
  JSON.parse(JSON.stringify(resource.inputs["siteConfig"]));

const settingsOf = (resource: PlannedResource): ReadonlyMap<string, string> =>
  new Map(siteConfig(resource).appSettings.map(({ name, value }) => [name, value]));

const namesIn = (resource: PlannedResource): readonly string[] =>
  resource.dependencies.map((urn) => urn.slice(urn.lastIndexOf("::") + 2));

const isSecret = (value: Json | undefined): boolean =>
  JSON.stringify(value ?? null).includes("1b47061264138c4ac30d75fd1eb44270");

describe.each(STACKS)("function apps of %s", (_stack, get) => {
  test("M-129 (part): one for each that the blueprint declares, each on a plan of its own", () => {
    const plans = get().ofType("web:AppServicePlan");
    expect(get().ofType("web:WebApp")).toHaveLength(FUNCTION_APPS.length);
    expect(plans).toHaveLength(FUNCTION_APPS.length);
    for (const { inputs } of plans)
      expect(inputs).toMatchObject({
        kind: "functionapp",
        reserved: true,
        sku: { name: "FC1", tier: "FlexConsumption" },
      });
  });

  test.each(FUNCTION_APPS)("H-101 (part): %s has the size that the blueprint gives it", (name) => {
    const { scale } = functionApp(name);
    expect(site(get(), name).inputs["functionAppConfig"]).toMatchObject({
      runtime: { name: "node", version: "22" },
      scaleAndConcurrency: {
        instanceMemoryMB: scale.memoryMb,
        maximumInstanceCount: scale.max,
        alwaysReady: [],
      },
    });
  });

  test.each(FUNCTION_APPS)(
    "M-133, H-081 (part): %s reaches its code and its host's storage by its own identity",
    (name) => {
      const { inputs } = site(get(), name);
      const own: unknown = expect.stringContaining(`-${name.slice(0, 5)}`);
      expect(inputs).toMatchObject({
        httpsOnly: true,
        identity: { type: "UserAssigned", userAssignedIdentities: [own] },
        keyVaultReferenceIdentity: own,
        functionAppConfig: {
          deployment: {
            storage: {
              type: "blobContainer",
              value: expect.stringMatching(/\/app-package$/),
              authentication: {
                type: "UserAssignedIdentity",
                userAssignedIdentityResourceId: own,
              },
            },
          },
        },
      });
      const settings = settingsOf(site(get(), name));
      expect(settings.get("AzureWebJobsStorage__credential")).toBe("managedidentity");
      expect(settings.has("AzureWebJobsStorage")).toBe(false);
    },
  );

  test("publishing by password is off for each, before its code could come", () => {
    for (const type of ["web:WebAppFtpAllowed", "web:WebAppScmAllowed"]) {
      const switches = get().ofType(type);
      expect(switches).toHaveLength(FUNCTION_APPS.length);
      for (const { inputs } of switches) expect(inputs["allow"]).toBe(false);
    }
  });

  test.each(FUNCTION_APPS)("settings of %s can be read before anything exists", (name) => {
    const settings = settingsOf(site(get(), name));
    const refused: readonly string[] = FLEX_FORBIDDEN_SETTINGS;
    for (const setting of settings.keys()) {
      expect(Object.hasOwn(SETTINGS[name].shape, setting)).toBe(true);
      expect(refused).not.toContain(setting);
    }
    const unknown = [...settings].filter(([, value]) => value === UNKNOWN).map(([key]) => key);
    expect(unknown.length).toBeLessThan(settings.size / 2);
    expect(unknown).toContain("AZURE_CLIENT_ID");
    expect(isSecret(site(get(), name).inputs)).toBe(false);
  });

  test.each(FUNCTION_APPS)(
    "%s starts after all its own rights, and waits for nobody else's",
    (name) => {
      const rights = namesIn(site(get(), name)).filter((other) => other.startsWith("rights-"));
      const own = get().ofType("authorization:RoleAssignment");
      const expected = own.filter((resource) => resource.name.startsWith(`rights-${name}-`));
      const others = FUNCTION_APPS.filter(
        (other) => other !== name && other.startsWith(`${name}-`),
      ).map((other) => `rights-${other}-`);
      const mine = expected.filter(
        (resource) => !others.some((prefix) => resource.name.startsWith(prefix)),
      );
      expect(rights.toSorted()).toEqual(mine.map((resource) => resource.name).toSorted());
      expect(mine.length).toBeGreaterThan(3);
    },
  );
});

describe("who reaches a function app", () => {
  test("X-33 (part): in a public estate only the API, from the addresses of the stack", () => {
    for (const name of FUNCTION_APPS) {
      const { ipSecurityRestrictions, ...config } = siteConfig(site(dev, name));
      expect(config.ipSecurityRestrictionsDefaultAction).toBe("Deny");
      const addresses = ipSecurityRestrictions.map(({ ipAddress }) => ipAddress);
      expect(addresses.length > 0).toBe(name === "admin-api");
      expect(site(dev, name).inputs["virtualNetworkSubnetId"]).toBeUndefined();
    }
  });

  test("M-126 (part), X-33 (part): in a private one nobody but through its endpoint", () => {
    for (const name of FUNCTION_APPS) {
      expect(site(prod, name).inputs["publicNetworkAccess"]).toBe("Disabled");
      const endpoint = prod.called(`functions-${name}-endpoint`);
      expect(endpoint.parent).toBe(site(prod, name).urn);
      expect(endpoint.inputs["privateLinkServiceConnections"]).toMatchObject([
        { groupIds: ["sites"] },
      ]);
    }
    expect(dev.ofType("network:PrivateEndpoint")).toEqual([]);
  });

  test("M-122 (part), X-32 (part): each goes out from its own subnet", () => {
    for (const name of FUNCTION_APPS) {
      const sources = site(prod, name).propertyDependencies["virtualNetworkSubnetId"] ?? [];
      expect(sources).toEqual([prod.called(`network-${subnetOf(name)}`).urn]);
    }
  });
});

describe.each(STACKS)("app registrations of %s", (_stack, get) => {
  const registrations = () =>
    get().resources.filter(({ type }) => type === "azuread:index/application:Application");

  test("M-104 (part), X-76 (part): the API has its roles and a scope, for one tenant", () => {
    expect(get().called("entra-api").inputs).toMatchObject({
      signInAudience: "AzureADMyOrg",
      api: { requestedAccessTokenVersion: 2, oauth2PermissionScopes: [{ value: "access" }] },
      appRoles: Object.keys(APP_ROLES).map((value) => ({ value, enabled: true })),
    });
    expect(get().called("entra-api-principal").inputs["appRoleAssignmentRequired"]).toBe(true);
  });

  test("X-76 (part): the CLI is a public client that asks for no more than the scope", () => {
    const { inputs } = get().called("entra-cli");
    expect(inputs).toMatchObject({
      fallbackPublicClientEnabled: true,
      publicClient: { redirectUris: ["http://localhost"] },
    });
    expect(inputs["appRoles"]).toBeUndefined();
  });

  test("an update of the API's registration leaves the URI that is set beside it", () => {
    const beside = get().called("entra-api-uri");
    expect(beside.propertyDependencies["applicationId"]).toEqual([get().called("entra-api").urn]);
    expect(get().called("entra-api").ignoreChanges).toEqual(["identifierUris"]);
  });

  test("no registration has a password or a certificate", () => {
    expect(registrations()).toHaveLength(3);
    for (const { inputs } of registrations()) expect(inputs["password"]).toBeUndefined();
    const kinds = get().resources.filter(({ type }) => /Password|Certificate/.test(type));
    expect(kinds).toEqual([]);
  });

  test("a pipeline is believed from one environment of one repository, named exactly", () => {
    const { subject } = get().called("entra-pipeline-federation").inputs;
    expect(subject).toMatch(/^repo:contoso\/drover:environment:(?:dev|prod)$/);
  });
});

/** Those that tell a part: the subscription its administration, the database its audit. */
const NARROWER: ReadonlySet<string> = new Set([
  "monitoring-logs-subscription",
  "database-audit-log",
]);

describe.each(STACKS)("what watches %s", (_stack, get) => {
  test("H-078 (part), H-100 (part): everything that tells what happens tells the workspace", () => {
    const settings = get().ofType("monitor:DiagnosticSetting");
    const workspace = get().called("watch-workspace").urn;
    for (const { name, inputs, propertyDependencies } of settings) {
      expect(propertyDependencies["workspaceId"]).toEqual([workspace]);
      if (!NARROWER.has(name))
        expect(inputs["logs"]).toEqual([{ categoryGroup: "allLogs", enabled: true }]);
    }
    expect(namesIn(get().called("monitoring-logs-vault"))).toContain("vault-platform");
    expect(namesIn(get().called("monitoring-logs-function-scaler"))).toContain("functions-scaler");
  });

  test("every alert reaches people, and is about something that exists", () => {
    const people = get().called("monitoring-alerts-people");
    expect(people.inputs).toMatchObject({ enabled: true, emailReceivers: [{ name: "person-1" }] });
    const alerts = [
      ...get().ofType("monitor:MetricAlert"),
      ...get().ofType("monitor:ScheduledQueryRule"),
      ...get().ofType("monitor:ActivityLogAlert"),
    ];
    expect(alerts.length).toBeGreaterThan(20);
    for (const alert of alerts) {
      expect(alert.propertyDependencies["actions"]).toEqual([people.urn]);
      expect(alert.inputs["enabled"]).toBe(true);
    }
    const dead = get().called("monitoring-alerts-dead-letters");
    expect(namesIn(dead)).toContain("bus-namespace");
  });

  test("H-099 (part): a budget tells people before it is spent", () => {
    const { inputs } = get().called("monitoring-budget");
    expect(inputs).toMatchObject({
      category: "Cost",
      timeGrain: "Monthly",
      filter: { tags: { name: "environment", operator: "In" } },
      notifications: {
        "will-be-spent": { enabled: true, thresholdType: "Forecasted", threshold: 100 },
        spent: { enabled: true, thresholdType: "Actual", threshold: 100 },
      },
    });
  });
});

describe("where the scaler's containers start", () => {
  const told = (planned: Planned) =>
    settingsOf(site(planned, "scaler")).get("DROVER_ACI_SUBNET_ID");

  test("C-027 (part): in the subnet that is theirs, which the scaler may join", () => {
    const subnet = prod.called("network-containers");
    const { virtualNetworkName, subnetName } = subnet.inputs;
    expect(told(prod)).toMatch(
      new RegExp(`/virtualNetworks/${virtualNetworkName}/subnets/${subnetName}$`),
    );
    expect(subnet.inputs["delegations"]).toEqual([
      expect.objectContaining({ serviceName: "Microsoft.ContainerInstance/containerGroups" }),
    ]);
    const right = prod.called("rights-scaler-drover-subnet-joiner-subnets-containers");
    expect(right.inputs["scope"]).toBe(told(prod));
    expect(right.dependencies).toContain(subnet.urn);
  });

  test("in none where the estate has no network, and nobody may join one", () => {
    expect(told(dev)).toBeUndefined();
    const rights = dev.ofType("authorization:RoleAssignment").map(({ name }) => name);
    expect(rights.filter((name) => name.includes("subnet"))).toEqual([]);
  });
});
