/** All rules of the pack on planned resources, in this process: the same rules, guard against
 *  unknown values and graph as in Pulumi's policy host, without its wire. A thousand plans can be
 *  judged in the time in which the host starts once. */
import { createRequire } from "node:module";
import type { PolicyResource, ResourceValidationArgs } from "@pulumi/policy";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PlannedResource,
} from "../../infra/preview/planned-resource.ts";
import { RULES } from "../../policies/all-rules.ts";

export type Verdict = {
  readonly rule: string;
  readonly urn: string;
  readonly outcome: "violation" | "undecided";
  readonly message: string;
};

/** As a stack gives them to the pack. */
export type Settings = Readonly<
  Record<
    string,
    {
      readonly enforcementLevel?: string | undefined;
      readonly exempt?: Readonly<Record<string, string>> | undefined;
    }
  >
>;

type Rule = (typeof RULES)[number];

const SECRET_MARK = "4dabf18193072939515e22adb298388d";

const { unknownCheckingProxy } = createRequire(import.meta.url)("@pulumi/policy/proxy.js") as {
  readonly unknownCheckingProxy: (props: JsonObject) => Record<string, unknown>;
};

/** The host hands rules what a secret holds, not its mark. */
function opened(value: Json): Json {
  if (Array.isArray(value)) return value.map(opened);
  if (!isJsonObject(value)) return value;
  if (SECRET_MARK in value) return opened(value["value"] ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, opened(item)]));
}

const guarded = (inputs: JsonObject): Record<string, unknown> =>
  unknownCheckingProxy(opened(inputs) as JsonObject);

function bare(resource: PlannedResource): PolicyResource {
  const { type, name, urn, inputs, protect, ignoreChanges } = resource;
  return {
    type,
    name,
    urn,
    props: guarded(inputs),
    opts: {
      protect,
      ignoreChanges: [...ignoreChanges],
      aliases: [],
      customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 },
      additionalSecretOutputs: [],
    },
    isType: () => false,
    asType: () => undefined,
    dependencies: [],
    propertyDependencies: {},
  };
}

export function graphOf(planned: readonly PlannedResource[]): PolicyResource[] {
  const made = new Map(planned.map((one) => [one.urn, bare(one)]));
  const known = (urns: readonly string[]) => urns.flatMap((urn) => made.get(urn) ?? []);
  for (const one of planned) {
    const own = made.get(one.urn);
    if (own === undefined) continue;
    const parent = made.get(one.parent);
    if (parent !== undefined) own.parent = parent;
    own.dependencies = known(one.dependencies);
    own.propertyDependencies = Object.fromEntries(
      Object.entries(one.propertyDependencies).map(([key, urns]) => [key, known(urns)]),
    );
  }
  return [...made.values()];
}

const neverApplies = (): never => {
  throw new Error("no rule of ours says so");
};

const configOf = (rule: Rule, settings: Settings) => {
  const { enforcementLevel: _, ...config } = settings[rule.name] ?? {};
  return <Config extends object>(): Config => config as Config;
};

const isUnknown = (error: unknown): error is Error =>
  error instanceof Object && "unknownTypeSentinel" in error;

type Said = (rule: Rule, urn: string, outcome: Verdict["outcome"], message: string) => void;

async function watched(rule: Rule, urn: string, say: Said, judge: () => unknown): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    say(rule, urn, "undecided", error.message);
  }
}

async function onResource(rule: Rule, resource: PolicyResource, settings: Settings, say: Said) {
  if (!("validateResource" in rule)) return;
  const { type, name, urn, props, opts } = resource;
  const args: ResourceValidationArgs = {
    type,
    name,
    urn,
    props,
    opts,
    isType: () => false,
    asType: () => undefined,
    stackTags: new Map(),
    getConfig: configOf(rule, settings),
    notApplicable: neverApplies,
  };
  for (const validate of [rule.validateResource ?? []].flat())
    await watched(rule, resource.urn, say, () =>
      validate(args, (text) => say(rule, resource.urn, "violation", text)),
    );
}

async function onStack(rule: Rule, resources: PolicyResource[], settings: Settings, say: Said) {
  if (!("validateStack" in rule)) return;
  const getConfig = configOf(rule, settings);
  const args = { resources, stackTags: new Map(), getConfig, notApplicable: neverApplies };
  await watched(rule, "", say, () =>
    rule.validateStack(args, (text, urn = "") => say(rule, urn, "violation", text)),
  );
}

export type Question = {
  readonly settings?: Settings;
  /** Judge only these by the rules about single resources; others are as they were. */
  readonly only?: ReadonlySet<string>;
  readonly rules?: readonly Rule[];
};

/** What the rules say about a graph, in the order of the pack. */
export async function judgeGraph(
  graph: PolicyResource[],
  { settings = {}, only, rules = RULES }: Question = {},
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const say: Said = ({ name }, urn, outcome, message) =>
    verdicts.push({ rule: name, urn, outcome, message });
  const looked = only === undefined ? graph : graph.filter(({ urn }) => only.has(urn));
  for (const rule of rules) {
    if (settings[rule.name]?.enforcementLevel === "disabled") continue;
    for (const resource of looked) await onResource(rule, resource, settings, say);
    await onStack(rule, graph, settings, say);
  }
  return verdicts;
}

export const judgePack = (
  planned: readonly PlannedResource[],
  question: Question = {},
): Promise<readonly Verdict[]> => judgeGraph(graphOf(planned), question);
