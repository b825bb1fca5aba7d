/** The second half of the proof that nobody can do more or less than they do: what the blueprint
 *  declares is what the planned estates grant, read back from the ids of Azure. A component whose
 *  code does not ship yet holds nothing; what it will hold is looked at in the estate as it will be
 *  once all code is there. */
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { grantOptionsOf } from "../../infra/identity/grants.ts";
import { byUrnOf, ownName } from "../../infra/preview/own-name.ts";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { compareRights } from "../../infra/preview/rights.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import { parseStackConfig, type StackConfig, valuesOf } from "../../infra/stack-settings.ts";
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import {
  DATABASE_ADMINISTRATOR,
  DATABASE_RIGHTS,
} from "../../runtime/contract/blueprint/database-rights.ts";
import { identitiesOf } from "../../runtime/contract/blueprint/identities.ts";
import type { Right } from "../../runtime/contract/blueprint/right-shape.ts";
import { CUSTOM_ROLES, type CustomRole } from "../../runtime/contract/blueprint/roles.ts";
import type { Result } from "../../runtime/contract/result.ts";
import { WHOLE } from "./ground-plans.ts";
import { planOnce } from "./planned-once/plan-once.ts";
import { COMPONENT_NAMES, declaredIn, grantedBy, roleName } from "./rights-proof/granted.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

function must<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

type Planned = { readonly resources: readonly PlannedResource[]; readonly config: StackConfig };

async function plan(name: string, main?: string): Promise<Planned> {
  const stack = must(await readStack(ROOT, name));
  const config = must(parseStackConfig(name, valuesOf(stack.project, stack.config)));
  const program = { ...stack, main: main ?? stack.main };
  return { resources: must(await planOnce(program)).resources, config };
}

let dev: Planned;
let prod: Planned;

beforeAll(async () => {
  [dev, prod] = await Promise.all([plan("dev", WHOLE), plan("prod", WHOLE)]);
});

test.each(["dev", "prod"])(
  "X-66 (part): in %s as it is only who has code holds a right",
  async (name) => {
    const { resources, config } = await plan(name);
    const { workers, network } = config;
    const given = new Set<Right["when"]>(network === "private" ? ["private-network"] : []);
    const waiting = new Set(
      resources.filter(({ type }) => type === "drover:code:NotYetShipped").map((one) => one.name),
    );
    const holders = COMPONENT_NAMES.filter((component) => !waiting.has(component)).flatMap(
      (component) => identitiesOf(component, workers).map((identity) => `${identity.name}: `),
    );
    expect(holders).toEqual(["database-bootstrap: "]);
    expect(grantedBy(resources)).toEqual(
      declaredIn({ workers, given }).filter((right) =>
        holders.some((holder) => right.startsWith(holder)),
      ),
    );
    const job = resources.find(({ type }) => type === "azure-native:app:Job");
    expect(JSON.stringify(job?.inputs["template"])).toContain(
      '{"name":"DROVER_DATABASE_USERS","value":"[]"}',
    );
  },
);

describe.each([
  ["dev", () => dev],
  ["prod", () => prod],
])("what the blueprint declares and what the %s estate with all its code grants", (_name, get) => {
  const wanted = () => {
    const { workers, scenarioIdentity, network } = get().config;
    const given = new Set<Right["when"]>();
    if (scenarioIdentity === "secret") given.add("scenario-secrets");
    if (network === "private") given.add("private-network");
    return { workers, given };
  };

  test("X-66, M-130: every declared right is granted, and no other", () => {
    const granted = grantedBy(get().resources);
    const declaredRights = declaredIn(wanted());
    expect(granted.filter((right) => !declaredRights.includes(right))).toEqual([]);
    expect(declaredRights.filter((right) => !granted.includes(right))).toEqual([]);
    expect(new Set(granted).size).toBe(granted.length);
  });

  test("H-083 (part): roles of our own allow what the blueprint says and no more", () => {
    const planned = get().resources.filter(({ type }) => type.endsWith(":RoleDefinition"));
    const roles = new Map<string, CustomRole>(Object.entries(CUSTOM_ROLES));
    for (const { inputs } of planned) {
      const role = roles.get(roleName(inputs));
      const { actions = [], notActions = [] } = role ?? {};
      expect(inputs["permissions"]).toEqual([{ actions, notActions }]);
      expect(actions.length).toBeGreaterThan(0);
    }
    const used = new Set(declaredIn(wanted()).map((right) => / (.+) on /.exec(right)?.[1]));
    expect(planned.length).toBe([...roles.keys()].filter((name) => used.has(name)).length);
  });

  test("a grant that is left out, given to another or made wider is seen by both judges", () => {
    const { resources, config } = get();
    const isGrant = ({ type }: PlannedResource) => type.endsWith(":RoleAssignment");
    const declaredRights = new Set(declaredIn(wanted()));
    const excessOf = (changed: readonly PlannedResource[]) =>
      grantedBy(changed).filter((right) => !declaredRights.has(right)).length;
    const grants = resources.filter(isGrant);
    const others = resources.filter((resource) => !isGrant(resource));
    for (const [at, grant] of grants.entries()) {
      const left = [...others, ...grants.toSpliced(at, 1)];
      expect(new Set(grantedBy(left)).size).toBe(grants.length - 1);
      const up = String(grant.inputs["scope"]).split("/").slice(0, -2).join("/");
      const wider = { ...grant, inputs: { ...grant.inputs, scope: up } };
      expect({ up, excess: excessOf([...left, wider]) }).toEqual({ up, excess: 1 });
      const stranger = { ...grant, propertyDependencies: {} };
      expect(excessOf([...left, stranger])).toBe(1);
    }
    const count = (changed: readonly PlannedResource[], state: string) =>
      compareRights(changed, config.workers, grantOptionsOf(config)).filter(
        (row) => row.state === state,
      ).length;
    const [first, ...rest] = grants;
    if (first === undefined) throw new Error("nothing is granted");
    expect(count([...others, ...rest], "missing")).toBe(count(resources, "missing") + 1);
    const scope = "/subscriptions/0/resourceGroups/x";
    const more = { ...first, inputs: { ...first.inputs, scope } };
    expect(count([...resources, more], "excess")).toBe(count(resources, "excess") + 1);
  });

  test("M-130 (part): only who is declared to use the database becomes a user of it", () => {
    const { resources, config } = get();
    const byUrn = byUrnOf(resources);
    const sources = (type: string, property: string) =>
      resources
        .filter(
          (resource) => resource.type === type && /administrators|bootstrap/.test(resource.name),
        )
        .flatMap(({ propertyDependencies }) => propertyDependencies[property] ?? [])
        .flatMap((urn) => byUrn.get(urn) ?? [])
        .filter((source) => source.type.endsWith(":UserAssignedIdentity"))
        .map((source) => ownName(source, byUrn));
    const identities = (component: ComponentName) =>
      identitiesOf(component, config.workers).map(({ name }) => name);
    const users = DATABASE_RIGHTS.flatMap(({ component }) => identities(component));
    const administrator = identities(DATABASE_ADMINISTRATOR);
    const job = sources("azure-native:app:Job", "template");
    expect(new Set(job)).toEqual(new Set([...users, ...administrator]));
    expect(sources("azuread:index/group:Group", "members")).toEqual(administrator);
  });

  test("a component's own telemetry and host storage are granted to no other", () => {
    const own =
      /\/(Microsoft\.Insights\/components\/[^/]+|containers\/(azure-webjobs-|app-package).*)$/;
    const assignments = get().resources.filter(({ type }) => type.endsWith(":RoleAssignment"));
    const holders = Map.groupBy(
      assignments.filter(({ inputs }) => own.test(String(inputs["scope"]))),
      ({ inputs }) => String(inputs["scope"]),
    );
    const byUrn = byUrnOf(get().resources);
    const componentOf = new Map(
      COMPONENT_NAMES.flatMap((component) =>
        identitiesOf(component, get().config.workers).map(({ name }) => [name, component] as const),
      ),
    );
    expect(holders.size).toBeGreaterThan(0);
    for (const [scope, held] of holders) {
      const identities = held
        .flatMap(({ propertyDependencies }) => propertyDependencies["principalId"] ?? [])
        .flatMap((urn) => byUrn.get(urn) ?? []);
      const components = new Set(identities.map((one) => componentOf.get(ownName(one, byUrn))));
      expect({ scope, components: components.size }).toEqual({ scope, components: 1 });
    }
  });
});
