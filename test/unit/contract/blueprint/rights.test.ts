import { describe, expect, test } from "@jest/globals";
import type { Component } from "../../../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS } from "../../../../runtime/contract/blueprint/components.ts";
import {
  DATABASE_ADMINISTRATOR,
  DATABASE_RIGHTS,
} from "../../../../runtime/contract/blueprint/database-rights.ts";
import { RIGHTS } from "../../../../runtime/contract/blueprint/rights.ts";
import {
  BUILT_IN_ROLES,
  CUSTOM_ROLES,
  DENIED_ROLES,
} from "../../../../runtime/contract/blueprint/roles.ts";
import { scopeText } from "../../../../runtime/contract/blueprint/scope-text.ts";
import { SECRETS } from "../../../../runtime/contract/blueprint/secrets.ts";
import { TENANT_PERMISSIONS } from "../../../../runtime/contract/blueprint/tenant-permissions.ts";

const components = Object.entries<Component>(COMPONENTS);
const say = (right: (typeof RIGHTS)[number]) =>
  `${right.component}: ${right.role} on ${scopeText(right.scope)}`;
const said = RIGHTS.map(say);
const rolesOf = (component: string) =>
  new Set<string>(
    RIGHTS.filter((right) => right.component === component).map((right) => right.role),
  );

const SENDER = "Azure Service Bus Data Sender";
const RECEIVER = "Azure Service Bus Data Receiver";
const HOST_CONTAINERS = [
  "Storage Blob Data Owner on container azure-webjobs-hosts",
  "Storage Blob Data Owner on container azure-webjobs-secrets",
  "Storage Blob Data Contributor on container app-package",
];
/** Acting on Azure itself follows from no declared use; these few are the whole list. */
const ACTING = [
  "haymaker-worker: Drover Scenario Cleaner on target-subscription",
  "haymaker-worker: Role Based Access Control Administrator on target-subscription",
  "haymaker-worker: Role Based Access Control Administrator on scenario-vault",
  "haymaker-worker: Container Apps Jobs Contributor on resource-group agents",
  "haymaker-worker: Drover Environment Joiner on environment agents",
  "haymaker-worker: Managed Identity Contributor on resource-group agents",
  "haymaker-worker: Managed Identity Operator on resource-group agents",
  "haymaker-worker: Managed Identity Operator on identity agent",
  "scaler: Drover Subnet Joiner on subnet containers",
  "scaler: Reader on topic scale-requests",
  "scaler: Azure Container Instances Contributor Role on resource-group scaled",
  "scaler: Managed Identity Operator on identity scaled-container",
];

/** What a component must hold, from its declared use alone. */
function expected(name: string, component: Component): readonly string[] {
  const from = ({ topic, subscription }: Component["receives"][number]) =>
    subscription === "*" ? `topic ${topic}` : `subscription ${topic}/${subscription}`;
  const secret = (key: keyof typeof SECRETS) =>
    SECRETS[key].vault === "platform"
      ? `Key Vault Secrets User on secret ${SECRETS[key].name}`
      : "Key Vault Secrets Officer on scenario-vault";
  const isOurImage = component.kind === "container-app" || component.kind === "container-job";
  const hasTelemetry = component.kind === "function-app" || component.kind === "container-app";
  const held = [
    ...component.publishes.map((topic) => `${SENDER} on topic ${topic}`),
    ...component.receives.map((receive) => `${RECEIVER} on ${from(receive)}`),
    ...component.secrets.map(secret),
    ...component.reads.map((container) => `Storage Blob Data Reader on container ${container}`),
    ...component.writes.map((one) => `Storage Blob Data Contributor on container ${one}`),
    ...component.tables.map((table) => `Storage Table Data Contributor on table ${table}`),
    ...(component.kind === "function-app" ? HOST_CONTAINERS : []),
    ...(isOurImage || component.kind === "container-group" ? ["AcrPull on registry"] : []),
    ...(hasTelemetry ? ["Monitoring Metrics Publisher on telemetry"] : []),
  ];
  return [...new Set(held)].map((right) => `${name}: ${right}`);
}

describe("rights", () => {
  test.each(components)(
    "X-66 (part): %s holds exactly what its declared use needs",
    (name, component) => {
      const acting = ACTING.filter((right) => right.startsWith(`${name}: `));
      const held = said.filter((right) => right.startsWith(`${name}: `));
      expect([...held].sort()).toEqual([...expected(name, component), ...acting].sort());
    },
  );

  test("every right belongs to a component that exists, and none is said twice", () => {
    for (const { component } of RIGHTS) expect(COMPONENTS).toHaveProperty([component]);
    expect(new Set(said).size).toBe(said.length);
  });

  test("X-66 (part): no right is as wide as the namespace, the vault or a storage account", () => {
    const kinds = new Set(RIGHTS.map(({ scope }) => scope.kind));
    expect([...kinds].sort()).toEqual([
      "container",
      "environment",
      "identity",
      "registry",
      "resource-group",
      "scenario-vault",
      "secret",
      "subnet",
      "subscription",
      "table",
      "target-subscription",
      "telemetry",
      "topic",
    ]);
  });

  test("one component reaches the target; scenario vault and subnet only where they exist", () => {
    for (const { component, scope, when } of RIGHTS) {
      if (scope.kind === "target-subscription") expect(component).toBe("haymaker-worker");
      expect(when === "scenario-secrets").toBe(scope.kind === "scenario-vault");
      expect(when === "private-network").toBe(scope.kind === "subnet");
    }
  });

  test("every right gives its reason", () => {
    for (const { reason } of RIGHTS) expect(reason).toMatch(/^[A-Z].{8,}\.$/);
  });

  test("H-083 (part), X-07 (part): nobody holds Owner or another of the denied roles", () => {
    const denied = new Set<string>(Object.values(DENIED_ROLES));
    for (const [name, id] of Object.entries(BUILT_IN_ROLES)) {
      expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(denied).not.toContain(id);
      expect(DENIED_ROLES).not.toHaveProperty([name]);
    }
    expect(DENIED_ROLES.Owner).toBe("8e3af657-a8ff-443c-a75c-2fe8c4bcb635");
    expect(DENIED_ROLES["User Access Administrator"]).toBe("18d7d88d-d35e-4fb5-a5c3-7773c20a72d9");
  });

  test("the ids of built-in roles are Azure's, each once", () => {
    expect(BUILT_IN_ROLES[SENDER]).toBe("69a216fc-b8fb-44d8-bc22-1f3c2cd27a39");
    expect(BUILT_IN_ROLES[RECEIVER]).toBe("4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0");
    expect(BUILT_IN_ROLES["Key Vault Secrets User"]).toBe("4633458b-17de-408a-b874-0445c86b69e6");
    const ids = [...Object.values(BUILT_IN_ROLES), ...Object.values(DENIED_ROLES)];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("H-083 (part): the cleaner can touch neither role assignments nor the subscription", () => {
    expect(CUSTOM_ROLES["Drover Scenario Cleaner"].notActions).toEqual([
      "Microsoft.Authorization/*/delete",
      "Microsoft.Subscription/*",
    ]);
    const writes = CUSTOM_ROLES["Drover Scenario Cleaner"].actions.filter((action) =>
      action.endsWith("/write"),
    );
    expect(writes).toEqual(["Microsoft.Resources/subscriptions/resourceGroups/write"]);
  });

  /** Weaker blob roles are within the bound; telemetry and the ledger are additions (0009). */
  const BLOB = [
    "Storage Blob Data Owner",
    "Storage Blob Data Contributor",
    "Storage Blob Data Reader",
  ];
  const FUNCTION_BOUND = [
    SENDER,
    "Key Vault Secrets User",
    ...BLOB,
    "Storage Table Data Contributor",
  ];
  test.each([
    ["scheduler", FUNCTION_BOUND],
    ["orchestrator", [...FUNCTION_BOUND, RECEIVER]],
    ["admin-api", FUNCTION_BOUND],
    [
      "worker",
      ["AcrPull", "Key Vault Secrets User", RECEIVER, SENDER, "Storage Table Data Contributor"],
    ],
  ])(
    "M-130 (part), X-66 (part): the roles of %s are the table's and those of decision 0009",
    (component, bound) => {
      const beyond = [...rolesOf(component)].filter((role) => !bound.includes(role));
      expect(beyond).toEqual(["Monitoring Metrics Publisher"]);
    },
  );

  test("a worker reads its own jobs only and answers on worker-results only", () => {
    const bus = said.filter((right) => right.startsWith("worker: Azure Service Bus"));
    expect(bus.sort()).toEqual([
      `worker: ${RECEIVER} on subscription worker-jobs/worker-{workerId}`,
      `worker: ${SENDER} on topic worker-results`,
    ]);
  });

  test("only the orchestrator may hand out jobs", () => {
    const senders = said.filter((right) => right.endsWith(`${SENDER} on topic worker-jobs`));
    expect(senders).toEqual([`orchestrator: ${SENDER} on topic worker-jobs`]);
  });

  test("X-24 (part): what scales by queue depth reads that queue by its own identity", () => {
    for (const [name, component] of components) {
      if (component.kind !== "container-app") continue;
      const { topic, subscription } = component.scale.rule;
      expect(said).toContain(`${name}: ${RECEIVER} on subscription ${topic}/${subscription}`);
    }
    expect(Object.keys(SECRETS).filter((name) => name.includes("keda"))).toEqual([]);
  });

  test("C-027 (part), X-42 (part), X-43 (part): the scaler sees one topic, pulls no image", () => {
    expect(
      said.filter((right) => right.startsWith("scaler: ") && !right.includes("container ")),
    ).toEqual([
      "scaler: Monitoring Metrics Publisher on telemetry",
      "scaler: Reader on topic scale-requests",
      `scaler: ${RECEIVER} on topic scale-requests`,
      "scaler: Azure Container Instances Contributor Role on resource-group scaled",
      "scaler: Managed Identity Operator on identity scaled-container",
      "scaler: Drover Subnet Joiner on subnet containers",
    ]);
    expect(said).toContain("scaled-container: AcrPull on registry");
  });

  test("H-085 (part): an agent can report, pull and use the model's key, and nothing else", () => {
    expect(said.filter((right) => right.startsWith("agent: ")).sort()).toEqual(
      [
        "agent: AcrPull on registry",
        `agent: ${SENDER} on topic agent-logs`,
        "agent: Key Vault Secrets User on secret anthropic-api-key",
      ].sort(),
    );
  });
});

describe("database rights", () => {
  test(
    "M-004 (part), M-131 (part): " +
      "exactly the components that declare the database are its users",
    () => {
      const declared = components.filter(([, component]) => component.database === "read-write");
      expect(DATABASE_RIGHTS.map(({ component }) => component).sort()).toEqual(
        declared.map(([name]) => name).sort(),
      );
      for (const { roles, reason } of DATABASE_RIGHTS) {
        expect(roles).toEqual(["db_datareader", "db_datawriter"]);
        expect(reason).toMatch(/\.$/);
      }
    },
  );

  test("only the bootstrap job administers the database", () => {
    const owners = components.filter(([, component]) => component.database === "owner");
    expect(owners.map(([name]) => name)).toEqual([DATABASE_ADMINISTRATOR]);
  });
});

describe("tenant permissions", () => {
  test("M-117 (part): each of the fourteen standard functions has its permission", () => {
    const standard = TENANT_PERMISSIONS.filter(({ family }) => family !== "haymaker");
    const functions = standard.flatMap((entry) => entry.functions);
    expect(functions).toEqual(
      expect.arrayContaining([
        "Add-EntraGroupMember",
        "Add-ExchangeSecondaryEmail",
        "Convert-EntraB2BToInternal",
        "New-EntraB2BInvitation",
        "New-EntraUser",
        "Remove-EntraGroupMember",
        "Set-EntraUserUPN",
        "Set-ExchangeExternalAddress",
        "Set-ExchangeMailUserGuids",
        "Set-ExchangePrimaryEmail",
        "Test-EntraAttributeMatch",
        "Test-EntraGroupMembership",
        "Test-ExchangeAttributeMatch",
        "Test-ExchangeGroupMembership",
      ]),
    );
  });

  test("functions that only read need no permission to write", () => {
    const entra = TENANT_PERMISSIONS.filter(({ family }) => family === "entra");
    const readers = entra.filter(({ functions }) => functions.some((name) => /^Test-/.test(name)));
    expect(readers.length).toBeGreaterThan(0);
    for (const { permission } of readers) expect(permission).toMatch(/\.Read\.All$/);
  });

  test("X-07 (part): HayMaker touches only its own applications, where it makes any", () => {
    const haymaker = TENANT_PERMISSIONS.filter(({ family }) => family === "haymaker");
    expect(haymaker).toMatchObject([
      { permission: "Application.ReadWrite.OwnedBy", when: "scenario-applications" },
    ]);
  });
});
