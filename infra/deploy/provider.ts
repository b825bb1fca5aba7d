/** The provider behind the resources of shipped-code.ts: Pulumi asks it what changed and has it
 *  publish. It keeps nothing and deletes nothing: code goes with the app or registry it lies in.
 *  V1. Any changed input publishes again; nothing is ever replaced, so nothing is away meanwhile.
 *  V2. What was not carried out to its end is a failure of the update, and is done again by the
 *      next one. */
import type {
  CheckResult,
  CreateResult,
  DiffResult,
  Provider,
} from "@pulumi/pulumi/provider/index.js";
import { z } from "zod";
import type { Result } from "../../runtime/contract/result.ts";
import type { Planned } from "../bundle/planned-archive.ts";
import type { Wire } from "./ask.ts";
import type { DeployFailure } from "./failure.ts";
import { runJob } from "./job-run.ts";
import { publishPackage } from "./one-deploy.ts";
import { buildImage } from "./registry-build.ts";

export type Surroundings = {
  readonly wire: Wire;
  /** `https://management.azure.com`, without the ids behind it. */
  readonly management: string;
  readonly scmOf: (host: string) => string;
  readonly archiveOf: (planned: Planned) => Promise<Result<Buffer, string>>;
};

type Outputs = Readonly<Record<string, unknown>>;

const ArmId = z.string().regex(/^\/subscriptions\/[\w-]+(?:\/[\w.()-]+)+$/);
const HostName = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Name = z.string().regex(/^[a-z0-9][\w./-]*$/);

const Package = z.object({ component: Name, hash: Hash, siteId: ArmId, scmHost: HostName });
const Image = z.object({
  component: Name,
  hash: Hash,
  repository: Name,
  tag: z.string().regex(/^[\w][\w.-]{0,127}$/),
  dockerfile: Name,
  registryId: ArmId,
  loginServer: HostName,
  baseImage: z.string(),
  agentPoolName: z.string().nullish(),
});
const Job = z.object({ jobId: ArmId, triggers: z.record(z.string(), z.string()) });

/** Inputs come over a wire from a program that may have been another version of ours. */
function parsed<Schema extends z.ZodType>(schema: Schema, inputs: unknown): z.output<Schema> {
  const read = schema.safeParse(inputs);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`the inputs cannot be used: ${problems.join("; ")}`);
}

/** Pulumi shows what is thrown as the reason why the resource failed. */
function orThrow<Value>(result: Result<Value, DeployFailure | string>): Value {
  if (result.ok) return result.value;
  throw new Error(typeof result.error === "string" ? result.error : result.error.message);
}

async function publish(around: Surroundings, inputs: unknown): Promise<Outputs> {
  const { component, hash, siteId, scmHost } = parsed(Package, inputs);
  const archive = orThrow(await around.archiveOf({ component, hash, baseImage: "" }));
  const place = { scm: around.scmOf(scmHost), site: `${around.management}${siteId}` };
  orThrow(await publishPackage(around.wire, { component, archive, ...place }));
  return {};
}

async function build(around: Surroundings, inputs: unknown): Promise<Outputs> {
  const image = parsed(Image, inputs);
  const context = orThrow(await around.archiveOf(image));
  const { repository, tag, dockerfile, registryId, agentPoolName = null } = image;
  const registry = `${around.management}${registryId}`;
  const plan = { repository, tag, dockerfile, context, registry, agentPoolName };
  const digest = orThrow(await buildImage(around.wire, plan));
  return { reference: `${image.loginServer}/${repository}@${digest}` };
}

async function start(around: Surroundings, inputs: unknown): Promise<Outputs> {
  const { jobId } = parsed(Job, inputs);
  const execution = orThrow(await runJob(around.wire, `${around.management}${jobId}`));
  return { execution };
}

type Kind = {
  readonly inputs: z.ZodObject;
  readonly carryOut: (around: Surroundings, inputs: unknown) => Promise<Outputs>;
};

const KINDS: Readonly<Record<string, Kind>> = {
  "drover-code:index:Package": { inputs: Package, carryOut: publish },
  "drover-code:index:Image": { inputs: Image, carryOut: build },
  "drover-code:index:JobRun": { inputs: Job, carryOut: start },
};

/** `urn:pulumi:stack::project::parent$type::name` */
function kindOf(urn: string): Kind {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`this provider has no resource of type "${type}"`);
  return kind;
}

const isRecord = (value: unknown): value is Outputs => typeof value === "object" && value !== null;

const known = (value: unknown): Outputs => (isRecord(value) ? value : {});

function differs(kind: Kind, before: unknown, after: unknown): boolean {
  const text = (value: unknown): string => JSON.stringify(value ?? null);
  const names = Object.keys(kind.inputs.shape);
  return names.some((name) => text(known(before)[name]) !== text(known(after)[name]));
}

export function codeProvider(around: Surroundings): Provider {
  const carryOut = async (urn: string, inputs: unknown): Promise<Outputs> => ({
    ...known(inputs),
    ...(await kindOf(urn).carryOut(around, inputs)),
  });
  return {
    version: "0.1.0",
    check: async (urn, _before, inputs): Promise<CheckResult> => {
      kindOf(urn);
      return { inputs };
    },
    diff: async (_id, urn, before, after): Promise<DiffResult> => ({
      changes: differs(kindOf(urn), before, after),
      replaces: [],
    }),
    create: async (urn, inputs): Promise<CreateResult> => ({
      id: urn.slice(urn.lastIndexOf("::") + 2),
      outs: await carryOut(urn, inputs),
    }),
    update: async (_id, urn, _before, after) => ({ outs: await carryOut(urn, after) }),
    delete: async () => {},
  };
}
