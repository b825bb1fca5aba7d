/** Both estates, as they are and once every component has code, planned by the real program runner:
 *  in the order that their dependencies allow, and as a provider hands them on before anything
 *  exists. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { PlannedResource } from "../../../infra/preview/planned-resource.ts";
import { readStack, type Stack } from "../../../infra/preview/stack-config.ts";
import { RULES } from "../../../policies/all-rules.ts";
import type { Result } from "../../../runtime/contract/result.ts";
import { judgePack } from "../../policies/whole-pack.ts";
import { WHOLE } from "../ground-plans.ts";
import { planned } from "../planned.ts";
import { planOnce } from "../planned-once/plan-once.ts";
import { templateOf } from "./azure-ids.ts";
import { outOfOrder } from "./build-order.ts";
import { unknownOutputs } from "./outputs.ts";
import { OWN_SUBSCRIPTION } from "./own-subscription.ts";
import { isSecret } from "./wire.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

function must<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** As it is seen in the CLI's preview once its provider has been asked. */
const previewed = (resource: PlannedResource): PlannedResource =>
  resource.custom && /^azure(?:-native|ad):/.test(resource.type)
    ? { ...resource, inputs: { ...unknownOutputs(resource.type), ...resource.inputs } }
    : resource;

describe.each([
  ["dev", null],
  ["prod", null],
  ["dev", WHOLE],
  ["prod", WHOLE],
] as const)("the plan of %s (program: %s)", (name, main) => {
  let stack: Stack;
  let resources: readonly PlannedResource[];

  beforeAll(async () => {
    const read = must(await readStack(ROOT, name));
    stack = { ...read, main: main ?? read.main };
    ({ resources } = must(await planOnce(stack)));
  });

  test("rules about several resources ask for nothing that only Azure knows", async () => {
    // Rules about one resource see what the program says, and no answer of a provider.
    const rules = RULES.filter((rule) => "validateStack" in rule);
    const { policies: settings } = stack;
    const verdicts = await judgePack(resources.map(previewed), { rules, settings });
    expect(verdicts.filter(({ outcome }) => outcome === "undecided")).toEqual([]);
  });

  test("whatever a resource is in, upon or referring to is made before it", () => {
    expect(resources.length).toBeGreaterThan(100);
    const found = outOfOrder(resources).map((one) => `${one.resource} needs ${one.needs}`);
    expect(found).toEqual([]);
  });

  test("every type in it is one that the stand-in for Azure can name", () => {
    const types = new Set(
      resources
        .filter(({ custom, type }) => custom && type.startsWith("azure-native:"))
        .map(({ type }) => type),
    );
    const unknown = [...types].map(templateOf).flatMap((one) => (one.ok ? [] : [one.error]));
    expect(unknown).toEqual([]);
  });

  test("every service in it is one that a deployment registers first", async () => {
    const deploy = await readFile(path.join(ROOT, ".github/workflows/deploy.yml"), "utf8");
    const [, names = ""] = /for name in ([\w\s]+);/.exec(deploy) ?? [];
    // The first two are part of every subscription from its first day.
    const there = new Set(["Authorization", "Consumption", ...names.split(/\s+/)]);
    const used = resources
      .filter(({ custom, type }) => custom && type.startsWith("azure-native:"))
      .flatMap(({ type }) => [...must(templateOf(type)).matchAll(/Microsoft\.(\w+)/g)]);
    expect(used.length).toBeGreaterThan(80);
    expect(used.filter(([, service = ""]) => !there.has(service))).toEqual([]);
  });

  test("what a dependency is taken from is missed", () => {
    const at = resources.findIndex(({ urn }) => urn.endsWith("::monitoring-alerts-rights-changed"));
    const alert = resources[at];
    if (alert === undefined) throw new Error("nobody is told of rights that change");
    const found = outOfOrder(resources.with(at, { ...alert, dependencies: [] }));
    const groups = main === null ? [] : ["agents-group", "scaled-group"];
    expect(found.map(({ needs }) => needs)).toEqual(groups);
  });

  test("every resource has a parent, and every parent is in the plan", () => {
    const urns = new Set(resources.map(({ urn }) => urn));
    const orphans = resources.filter(
      ({ parent, type }) => type !== "pulumi:pulumi:Stack" && !urns.has(parent),
    );
    expect(orphans.map(({ urn }) => urn)).toEqual([]);
  });

  test("no value stands in the plan under a name that promises a secret", () => {
    const secretName = /(?:password|secretValue|sharedKey|accessKey|sasToken|clientSecret)$/i;
    const open = resources.flatMap(({ urn, inputs }) =>
      Object.entries(inputs)
        .filter(([key, value]) => secretName.test(key) && !isSecret(value))
        .map(([key]) => `${urn} ${key}`),
    );
    expect(open).toEqual([]);
  });
});

describe("the order of a small plan", () => {
  const group = planned("azure-native:resources:ResourceGroup", "g", { resourceGroupName: "g" });
  const bus = planned(
    "azure-native:servicebus:Namespace",
    "bus",
    { resourceGroupName: "g", namespaceName: "bus" },
    { dependencies: [group.urn] },
  );
  const topic = { resourceGroupName: "g", namespaceName: "bus", topicName: "t" };
  const type = "azure-native:servicebus:Topic";

  test("a child by parent or dependency is in order, a child by name alone is not", () => {
    const byParent = planned(type, "t", topic, { parent: bus.urn });
    const byDependency = planned(type, "t", topic, { dependencies: [bus.urn] });
    const byName = planned(type, "t", topic);
    expect(outOfOrder([group, bus, byParent])).toEqual([]);
    expect(outOfOrder([group, bus, byDependency])).toEqual([]);
    expect(outOfOrder([group, bus, byName])).toEqual([
      { resource: "t", needs: "bus" },
      { resource: "t", needs: "g" },
    ]);
  });

  test("an id within an input counts like a name", () => {
    const inGroup = `/subscriptions/${OWN_SUBSCRIPTION}/resourceGroups/g/providers`;
    const id = `${inGroup}/Microsoft.ServiceBus/namespaces/bus`;
    const diagnostics = planned("azure-native:monitor:DiagnosticSetting", "d", {
      resourceUri: id,
      name: "all",
    });
    expect(outOfOrder([group, bus, diagnostics]).map(({ needs }) => needs)).toEqual(["bus", "g"]);
  });
});
