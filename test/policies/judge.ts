/** Puts resources before one rule, as the policy host would, without starting the host. */
import type {
  PolicyResource,
  ResourceValidationArgs,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";

export type Properties = Readonly<Record<string, unknown>>;

export type Given = {
  readonly type: string;
  readonly name?: string;
  readonly props: Properties;
  /** Names of other given resources. */
  readonly parent?: string;
  readonly dependsOn?: readonly string[];
};

const urnOf = ({ type, name = "it" }: Given): string => `urn:pulumi:test::drover::${type}::${name}`;

/** How a rule for one type of resource says that it does not speak about another. */
const NOT_APPLICABLE = new Error("not applicable");

const OPTIONS = {
  protect: false,
  ignoreChanges: [],
  aliases: [],
  customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 },
  additionalSecretOutputs: [],
};

const argsFor = (given: Given, config: object): ResourceValidationArgs => ({
  type: given.type,
  name: given.name ?? "it",
  urn: urnOf(given),
  props: structuredClone(given.props),
  opts: OPTIONS,
  stackTags: new Map(),
  isType: (resource) => Reflect.get(resource, "__pulumiType") === given.type,
  asType: () => undefined,
  getConfig: <Config extends object>() => config as Config,
  notApplicable: () => {
    throw NOT_APPLICABLE;
  },
});

export async function violations(
  policy: ResourceValidationPolicy,
  given: Given,
  config: object = {},
): Promise<readonly string[]> {
  const messages: string[] = [];
  const validate = [policy.validateResource ?? []].flat();
  try {
    for (const one of validate) await one(argsFor(given, config), (text) => messages.push(text));
  } catch (error) {
    if (error !== NOT_APPLICABLE) throw error;
  }
  return messages;
}

export const remedy = async (
  policy: ResourceValidationPolicy,
  given: Given,
): Promise<Properties | undefined> =>
  (await policy.remediateResource?.(argsFor(given, {}))) ?? undefined;

function graph(givens: readonly Given[]): PolicyResource[] {
  const made = givens.map((given): PolicyResource => {
    const { type, name, urn, props, opts, isType } = argsFor(given, {});
    const asType = () => undefined;
    return {
      type,
      name,
      urn,
      props,
      opts,
      isType,
      asType,
      dependencies: [],
      propertyDependencies: {},
    };
  });
  const named = (name: string): PolicyResource[] => made.filter((one) => one.name === name);
  for (const [index, given] of givens.entries()) {
    const [parent] = given.parent === undefined ? [] : named(given.parent);
    const own = made[index];
    if (own === undefined) continue;
    if (parent !== undefined) own.parent = parent;
    own.dependencies = (given.dependsOn ?? []).flatMap(named);
  }
  return made;
}

/** Each violation as `name of the resource: message`. */
export async function stackViolations(
  policy: StackValidationPolicy,
  givens: readonly Given[],
  config: object = {},
): Promise<readonly string[]> {
  const messages: string[] = [];
  const args = {
    resources: graph(givens),
    stackTags: new Map<string, string>(),
    getConfig: <Config extends object>() => config as Config,
    notApplicable: () => {
      throw NOT_APPLICABLE;
    },
  };
  await policy.validateStack(args, (text, urn = "") =>
    messages.push(`${urn.split("::").at(-1)}: ${text}`),
  );
  return messages;
}
