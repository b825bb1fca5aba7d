/** Lets a rule be silent about single resources of a stack: `exempt` in the rule's settings names
 *  them as the program does, each with the reason. The rule stays in force for all others, at its
 *  own level, whoever runs the pack. */
import type {
  Policies,
  ResourceValidation,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";

type Rule = Policies[number];
type Settings = { readonly exempt?: Readonly<Record<string, string>> };

const nameIn = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

const exempts = ({ exempt = {} }: Settings, name: string): boolean => Object.hasOwn(exempt, name);

/** Keeps the mark by which the SDK skips resources of other types. */
const onResource = (validate: ResourceValidation): ResourceValidation =>
  Object.assign<ResourceValidation, object>(
    (args, report) =>
      exempts(args.getConfig<Settings>(), args.name) ? undefined : validate(args, report),
    { ...validate },
  );

const isStackRule = (rule: Rule): rule is StackValidationPolicy => "validateStack" in rule;

const stackRule = (rule: StackValidationPolicy): StackValidationPolicy => ({
  ...rule,
  validateStack: (args, report) =>
    rule.validateStack(args, (message, urn) => {
      if (urn !== undefined && exempts(args.getConfig<Settings>(), nameIn(urn))) return;
      report(message, urn);
    }),
});

function resourceRule(rule: ResourceValidationPolicy): ResourceValidationPolicy {
  const { validateResource } = rule;
  if (validateResource === undefined) return rule;
  return {
    ...rule,
    validateResource: Array.isArray(validateResource)
      ? validateResource.map(onResource)
      : onResource(validateResource),
  };
}

export const honouringExemptions = (rules: Policies): Policies =>
  rules.map((rule) => (isStackRule(rule) ? stackRule(rule) : resourceRule(rule)));
