/** Our plan and settings as messages of Pulumi's analyzer protocol. */
import messages, {
  type AnalyzeRequest,
  type AnalyzerInfo,
  type AnalyzerResource,
  type AnalyzerResourceOptions,
  type AnalyzeStackRequest,
  type ConfigureAnalyzerRequest,
} from "@pulumi/pulumi/proto/analyzer_pb.js";
import { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import type { PlannedResource } from "./planned-resource.ts";
import type { PolicySettings } from "./stack-config.ts";
import { toStruct } from "./struct.ts";

/** In the order of the protocol's numbers. */
export const LEVELS = ["advisory", "mandatory", "disabled", "remediate"] as const;

const LevelNumber = z.literal([0, 1, 2, 3]);
const Properties = z.record(z.string(), z.json());

/** A setting for an unknown rule is refused: a misspelt name would leave the rule as it was. */
export function configuration(
  info: AnalyzerInfo,
  settings: PolicySettings,
): Result<ConfigureAnalyzerRequest, string> {
  const defaults = new Map(
    info.getPoliciesList().map((policy) => [policy.getName(), policy.getEnforcementlevel()]),
  );
  const request = new messages.ConfigureAnalyzerRequest();
  for (const [name, { enforcementLevel, ...properties }] of Object.entries(settings)) {
    const usual = defaults.get(name);
    if (usual === undefined) return fail(`the pack has no rule called "${name}"`);
    const config = new messages.PolicyConfig();
    const chosen = enforcementLevel === undefined ? usual : LEVELS.indexOf(enforcementLevel);
    config.setEnforcementlevel(LevelNumber.parse(chosen));
    config.setProperties(toStruct(Properties.parse(properties)));
    request.getPolicyconfigMap().set(name, config);
  }
  return ok(request);
}

function optionsOf(resource: PlannedResource): AnalyzerResourceOptions {
  const options = new messages.AnalyzerResourceOptions();
  options.setProtect(resource.protect);
  options.setIgnorechangesList([...resource.ignoreChanges]);
  options.setParent(resource.parent);
  return options;
}

export function analyzeRequest(resource: PlannedResource): AnalyzeRequest {
  const request = new messages.AnalyzeRequest();
  request.setType(resource.type);
  request.setUrn(resource.urn);
  request.setName(resource.name);
  request.setProperties(toStruct(resource.inputs));
  request.setOptions(optionsOf(resource));
  return request;
}

function stackMember(resource: PlannedResource): AnalyzerResource {
  const member = new messages.AnalyzerResource();
  member.setType(resource.type);
  member.setUrn(resource.urn);
  member.setName(resource.name);
  member.setProperties(toStruct(resource.inputs));
  member.setOptions(optionsOf(resource));
  member.setParent(resource.parent);
  member.setDependenciesList([...resource.dependencies]);
  for (const [property, urns] of Object.entries(resource.propertyDependencies)) {
    const sources = new messages.AnalyzerPropertyDependencies();
    sources.setUrnsList([...urns]);
    member.getPropertydependenciesMap().set(property, sources);
  }
  return member;
}

export function stackRequest(resources: readonly PlannedResource[]): AnalyzeStackRequest {
  const request = new messages.AnalyzeStackRequest();
  request.setResourcesList(resources.map(stackMember));
  return request;
}
