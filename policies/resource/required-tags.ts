/** Every resource that can carry tags says who owns it, who pays for it and where it belongs.
 *  The environment is the stack's name, so it can be filled in; an owner cannot be guessed. */
import type { ResourceValidationArgs, ResourceValidationPolicy } from "@pulumi/policy";

const REQUIRED = ["owner", "cost-centre", "environment"] as const;

/** Types whose arguments have `tags`. A topic, a rule or a role assignment has none. */
const TAGGABLE: ReadonlySet<string> = new Set(
  [
    "app:ContainerApp",
    "app:Job",
    "app:ManagedEnvironment",
    "applicationinsights:Component",
    "applicationinsights:Workbook",
    "containerinstance:ContainerGroup",
    "containerregistry:AgentPool",
    "containerregistry:Registry",
    "keyvault:Secret",
    "keyvault:Vault",
    "managedidentity:UserAssignedIdentity",
    "monitor:ActionGroup",
    "monitor:ActivityLogAlert",
    "monitor:MetricAlert",
    "monitor:ScheduledQueryRule",
    "network:NatGateway",
    "network:NetworkSecurityGroup",
    "network:PrivateEndpoint",
    "network:PublicIPAddress",
    "network:VirtualNetwork",
    "operationalinsights:Workspace",
    "privatedns:PrivateZone",
    "privatedns:VirtualNetworkLink",
    "resources:ResourceGroup",
    "servicebus:Namespace",
    "sql:Database",
    "sql:Server",
    "storage:StorageAccount",
    "web:AppServicePlan",
    "web:WebApp",
  ].map((type) => `azure-native:${type}`),
);

type Tags = Readonly<Record<string, string>>;

const tagsOf = (args: ResourceValidationArgs): Tags => args.props["tags"] ?? {};

const isMissing = (tags: Tags, name: string): boolean => (tags[name] ?? "").trim() === "";

/** `urn:pulumi:<stack>::<project>::<type>::<name>` */
const stackOf = (urn: string): string | undefined => /^urn:pulumi:([^:]+)::/.exec(urn)?.[1];

export const requiredTags = {
  name: "required-tags",
  displayName: "Required tags",
  description: "Resources carry the tags owner, cost-centre and environment.",
  enforcementLevel: "remediate",
  severity: "medium",
  tags: ["Azure.Resource.UseTags", "Azure.Resource.RequiredTags"],
  remediateResource: (args) => {
    if (!TAGGABLE.has(args.type)) return undefined;
    const tags = tagsOf(args);
    const stack = stackOf(args.urn);
    if (!isMissing(tags, "environment") || stack === undefined) return undefined;
    // Copying all properties would touch those that are unknown in a plan, and fail.
    return Object.assign(args.props, { tags: { ...tags, environment: stack } });
  },
  validateResource: (args, reportViolation) => {
    if (!TAGGABLE.has(args.type)) return;
    const missing = REQUIRED.filter((name) => isMissing(tagsOf(args), name));
    if (missing.length === 0) return;
    reportViolation(
      `Add the tags ${missing.join(", ")}: ` +
        "without them nobody can be asked about this resource or its bill.",
    );
  },
} satisfies ResourceValidationPolicy;
