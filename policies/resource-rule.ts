/** How a rule about resources of one type is written. Only Azure's types are imported, never its
 *  classes: loading those would take longer than all judging.
 *  U1. A rule reads a property; where its value is unknown in a plan, the SDK ends the rule with
 *      "undecided". So a rule reads what it decides by, and asks `isSet` only for presence. */
import type { ReportViolation, ResourceValidation, ResourceValidationArgs } from "@pulumi/policy";
import type { Unwrap } from "@pulumi/pulumi";

type Check<Args> = (
  props: Unwrap<NonNullable<Args>>,
  report: ReportViolation,
  args: ResourceValidationArgs,
) => void;

/** The mark tells the SDK to skip resources of other types without unpacking them. */
const marked = (type: string, validate: ResourceValidation): ResourceValidation =>
  Object.assign(validate, { __pulumiType: type });

/** `onType<VaultArgs>("keyvault:Vault", …)` */
export const onType = <Args>(type: string, check: Check<Args>): ResourceValidation => {
  const whole = `azure-native:${type}`;
  return marked(whole, (args, report) => {
    if (args.type === whole) check(args.props as Unwrap<NonNullable<Args>>, report, args);
  });
};

/** The same property in several types, as the images of apps and of jobs. */
export const onTypes = <Args>(types: readonly string[], check: Check<Args>): ResourceValidation => {
  const whole = types.map((type) => `azure-native:${type}`);
  return (args, report) => {
    if (whole.includes(args.type)) check(args.props as Unwrap<NonNullable<Args>>, report, args);
  };
};

/** Whether a property has a value, be it an unknown one. */
export const isSet = (props: object, key: string): boolean =>
  (Object.getOwnPropertyDescriptor(props, key)?.value ?? undefined) !== undefined;

/** Azure does not mind how such words are written: "Disabled" and "disabled" are one. */
export const isWord = (value: unknown, word: string): boolean =>
  typeof value === "string" && value.toLowerCase() === word.toLowerCase();
