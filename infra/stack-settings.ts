/** What a stack can vary, and what each value must look like. Pure: the program brings the values
 *  from Pulumi, the offline preview from the stack's file.
 *  C1. All problems of a config come in one message: nobody fixes them one deployment at a time.
 *  C2. A public estate runs no more scenarios at once than its tier of Service Bus takes (H-102).
 *  C3. A private estate names the network it is reached from, or nobody could deploy to it. */
import { z } from "zod";
import { RESERVED_WORKER_IDS } from "../runtime/contract/blueprint/components.ts";
import { SECRETS, type SecretName } from "../runtime/contract/blueprint/secrets.ts";
import { isWorkerId } from "../runtime/contract/blueprint/subscriptions.ts";
import { fail, ok, type Result } from "../runtime/contract/result.ts";
import { SOURCE_FORMS, SqlSources } from "../runtime/contract/source-addresses.ts";
import { SCENARIOS_MAX_ON_STANDARD, scenariosAtOnce } from "./agents/scenarios-at-once.ts";

const isSecretName = (name: string): name is SecretName => Object.hasOwn(SECRETS, name);

const isReserved = (id: string): boolean => RESERVED_WORKER_IDS.some((taken) => taken === id);

/** Pulumi hands over every value as text; lists, mappings, numbers and booleans as JSON. */
const fromJson = <Value extends z.ZodType>(value: Value) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "is not a list, mapping, number or boolean" });
        return z.NEVER;
      }
    })
    .pipe(value);

const WorkerId = z
  .string()
  .refine(isWorkerId, "use up to 43 lower-case letters, digits and inner hyphens")
  .refine((id) => !isReserved(id), "this id belongs to a built-in worker");

const WorkerIds = z
  .array(WorkerId)
  .min(1, "an estate without a worker runs no step")
  .refine((ids) => new Set(ids).size === ids.length, "a worker id is listed twice");

const Tag = z.string().trim().min(1).max(256);
const Guid = z.guid("must be a GUID");
const Cidr = z.cidrv4("write addresses as in 10.20.0.0/16");

const VIRTUAL_NETWORK = new RegExp(
  "^/subscriptions/[0-9a-f-]{36}/resourceGroups/[^/]+" +
    "/providers/Microsoft\\.Network/virtualNetworks/[^/]+$",
  "i",
);

const BY_DIGEST = /^[a-z0-9./_-]+@sha256:[0-9a-f]{64}$/;
/** One that says which: "name" alone is latest, and latest is another image tomorrow. */
const CHOSEN = /(?:@sha256:[0-9a-f]{64}|:(?!latest$)\w[\w.-]*)$/;
const REPOSITORY = /^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/;

/** The network of people and of deployments, with which a private estate is joined. */
const Hub = z.strictObject({
  virtualNetworkId: z.string().regex(VIRTUAL_NETWORK, "must be the resource id of a network"),
  /** Its own ranges and those of people who come in through it. */
  addresses: z.array(Cidr).min(1).readonly(),
  /** True where people come in through a gateway of the hub, such as a VPN. */
  gateway: z.boolean().optional(),
});

const Target = z.strictObject({ tenantId: Guid, subscriptionId: Guid });
const WorkerTarget = z.strictObject({ tenantId: Guid, clientId: Guid }).readonly();

const Logs = z.strictObject({
  level: z.enum(["DEBUG", "INFO", "WARNING", "ERROR"]),
  retentionDays: z.int().min(90, "audits are kept for at least 90 days").max(730),
  /** Beyond this the workspace takes nothing more until the next day. */
  dailyQuotaGb: z.number().positive(),
});

const Budget = z.strictObject({
  monthly: z.number().positive(),
  /** The first day of a month; Azure takes no other. */
  from: z.string().regex(/^\d{4}-\d{2}-01$/, "must be the first day of a month"),
});

const Scaler = z.strictObject({
  image: z.string().regex(CHOSEN, "name it by digest or by a tag other than latest"),
  namePrefix: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "use lower-case letters and hyphens"),
  maxInstances: z.int().min(1).max(100),
});

/** The forms are those that the components accept at their start (member-sources.ts). */
const Sources = z.strictObject({
  dataverse: z.string().regex(SOURCE_FORMS.dataverse, "write host or host,port").optional(),
  databricks: z.string().regex(SOURCE_FORMS.databricks, "write the workspace's address").optional(),
  warehouse: z.string().regex(SOURCE_FORMS.warehouse, "write its 16 digits").optional(),
  sql: SqlSources.optional(),
});

const Settings = z.strictObject({
  /** An Azure region in its short form. */
  location: z.string().regex(/^[a-z]+[0-9]?$/, 'write a region as in "westeurope"'),
  /** Which of the blueprint's schedules hold, and how large what scales by size is. */
  size: z.enum(["dev", "prod"]),
  /** Decides tier, endpoints, zones and rule sets together: they are only valid together. */
  network: z.enum(["public", "private"]),
  /** The estate's own network; two estates of one hub must not overlap. */
  addresses: z.string().regex(/^10\.\d{1,3}\.0\.0\/16$/, "write a range as in 10.20.0.0/16"),
  hub: fromJson(Hub.readonly()).optional(),
  /** Who may reach the API of a public estate, besides signing in. */
  apiAllowedAddresses: fromJson(z.array(Cidr).readonly()),
  /** Client ids of programs that may call the API without a person. */
  apiAllowedApps: fromJson(z.array(Guid).readonly()),
  tags: fromJson(z.strictObject({ owner: Tag, "cost-centre": Tag, environment: Tag }).readonly()),
  workers: fromJson(WorkerIds.readonly()),
  /** The tenant each worker acts on and the app registration it signs in as there. */
  workerTargets: fromJson(z.record(z.string(), WorkerTarget).readonly()),
  /** Object ids of people or groups who administer the database beside the bootstrap job. */
  databaseAdministrators: fromJson(z.array(Guid).readonly()),
  /** What HayMaker exercises; never the subscription that holds the platform. */
  target: fromJson(Target.readonly()),
  simulationSize: z.enum(["small", "medium", "large"]),
  scenarioIdentity: z.enum(["managed", "federated", "secret"]),
  runOverlap: z.enum(["allow", "skip", "buffer-one"]),
  scaler: fromJson(Scaler.readonly()),
  /** What our images are built on. By digest: a tag could be another image tomorrow. */
  baseImage: z.string().regex(BY_DIGEST, "name it by digest, as in host/name@sha256:..."),
  /** Secrets that a person has set in the platform's vault; what needs one waits until then. */
  secretsSet: fromJson(
    z
      .array(
        z
          .string()
          .refine(isSecretName, `is no secret of Drover: ${Object.keys(SECRETS).join(", ")}`),
      )
      .readonly(),
  ),
  /** The repository whose pipeline may call the API as this stack's environment, by federation. */
  pipeline: z.string().regex(REPOSITORY, "write it as owner/name").optional(),
  sources: fromJson(Sources.readonly()),
  logs: fromJson(Logs.readonly()),
  budget: fromJson(Budget.readonly()),
  alertEmails: fromJson(z.array(z.email()).min(1, "somebody must hear of alerts").readonly()),
  /** Whether what holds data is protected against deletion. */
  protect: fromJson(z.boolean()),
});

type Parsed = z.infer<typeof Settings>;

/** What no single value shows. */
function checkTogether(config: Parsed, context: z.RefinementCtx): void {
  const problem = (key: keyof Parsed, message: string) =>
    context.addIssue({ code: "custom", path: [key], message });
  const { network, hub, workers, workerTargets } = config;
  if (network === "private" && hub === undefined)
    problem("hub", "a private estate needs a network from which people and deployments reach it");
  if (network === "public" && hub !== undefined)
    problem("hub", "a public estate has no network to join; leave it out");
  const scenarios = scenariosAtOnce(config);
  if (network === "public" && scenarios > SCENARIOS_MAX_ON_STANDARD)
    problem(
      "simulationSize",
      `${scenarios} scenarios at once need Service Bus Premium, which comes with a private ` +
        `network; a public estate takes ${SCENARIOS_MAX_ON_STANDARD}: choose a smaller size, or ` +
        "a runOverlap other than allow",
    );
  if (config.size === "prod" && !BY_DIGEST.test(config.scaler.image))
    problem("scaler", "in production name its image by digest, as in name@sha256:...");
  const known = new Set(Object.keys(workerTargets));
  const without = workers.filter((id) => !known.has(id));
  if (without.length > 0) problem("workerTargets", `has no entry for ${without.join(", ")}`);
  const idle = [...known].filter((id) => !workers.includes(id));
  if (idle.length > 0) problem("workerTargets", `names no worker of the stack: ${idle.join(", ")}`);
}

const Checked = Settings.superRefine(checkTogether);

export type StackConfig = Readonly<Parsed> & { readonly stack: string };

const describe = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;

/** `values` are the project's keys without their prefix, as text. */
export function parseStackConfig(
  stack: string,
  values: Readonly<Record<string, string>>,
): Result<StackConfig, string> {
  const parsed = Checked.safeParse(values);
  if (parsed.success) return ok(Object.freeze({ ...parsed.data, stack }));
  const problems = parsed.error.issues.map((issue) => `- ${describe(issue)}`);
  return fail([`Pulumi.${stack}.yaml cannot be used:`, ...problems].join("\n"));
}

/** Pulumi writes the project before each key; keys of other projects and providers are not ours. */
export const valuesOf = (
  project: string,
  config: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([key]) => key.startsWith(`${project}:`))
      .map(([key, value]) => [key.slice(project.length + 1), value]),
  );
