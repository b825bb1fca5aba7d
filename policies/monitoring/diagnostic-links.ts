/** Which diagnostic setting watches which resource, and whether it keeps what an auditor needs. */
import type { PolicyResource, StackValidation } from "@pulumi/policy";
import { each, ofTypes, refersTo } from "../stack-rule.ts";

type Log = {
  readonly category?: string;
  readonly categoryGroup?: string;
  readonly enabled?: boolean;
};

/** Azure's groups that contain every log in which somebody is named. */
const AUDIT_GROUPS: readonly string[] = ["audit", "allLogs"];

export const settingsFor = (
  resources: readonly PolicyResource[],
  watched: PolicyResource,
): readonly PolicyResource[] =>
  ofTypes(resources, "monitor:DiagnosticSetting").filter((setting) =>
    refersTo(setting, "resourceUri", watched),
  );

const keeps = (setting: PolicyResource, categories: readonly string[]): boolean => {
  const logs: readonly Log[] = setting.props["logs"] ?? [];
  return logs.some(
    ({ category = "", categoryGroup = "", enabled }) =>
      enabled === true && (AUDIT_GROUPS.includes(categoryGroup) || categories.includes(category)),
  );
};

/** For the rules that ask it of one kind of service each. */
export const eachIsAudited =
  (type: string, categories: readonly string[], why: string): StackValidation =>
  ({ resources }, report) =>
    each(ofTypes(resources, type), (service) => {
      if (settingsFor(resources, service).some((setting) => keeps(setting, categories))) return;
      report(`Add a DiagnosticSetting with the log group "audit": ${why}`, service.urn);
    });
