/** Reads a stack as the CLI would: the project from Pulumi.yaml, its values from
 *  Pulumi.<stack>.yaml, the levels of its policies from policies/<stack>.json. Without the latter
 *  every rule has its own level: a new environment is one file, and the strictest there is.
 *  An encrypted value cannot be opened offline; its ciphertext stands in for it and stays marked
 *  as secret, so that it is never shown and a change of it still is. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { ExceptionEntries, exceptionsOf, type PolicyException } from "./exceptions.ts";

const Level = z.enum(["advisory", "mandatory", "remediate", "disabled"]);

const WEAKER: readonly (string | undefined)[] = ["advisory", "disabled"];

/** Every rule of the pack refuses by itself, so these two levels ask less than the rule does; who
 *  asks less says why, where the next reader looks. */
const RuleSettings = z
  .union([
    Level.transform((enforcementLevel) => ({ enforcementLevel })),
    z.looseObject({ enforcementLevel: Level.optional() }),
  ])
  .superRefine((settings, context) => {
    const { enforcementLevel, reason } = settings as {
      enforcementLevel?: string;
      reason?: unknown;
    };
    if (!WEAKER.includes(enforcementLevel)) return;
    if (typeof reason === "string" && reason.trim() !== "") return;
    context.addIssue({
      code: "custom",
      message:
        `"${enforcementLevel}" asks less than the rule does: say why, as in ` +
        `{ "enforcementLevel": "${enforcementLevel}", "reason": "..." }`,
    });
  });
export type PolicySettings = Readonly<Record<string, z.infer<typeof RuleSettings>>>;

/** Exceptions are the one key that is no rule. */
const PolicyFile = z
  .object({ exceptions: ExceptionEntries.default({}) })
  .catchall(RuleSettings)
  .transform(
    ({ exceptions, ...policies }): PolicyFile => ({
      exceptions: exceptionsOf(exceptions),
      policies,
    }),
  );
type PolicyFile = {
  readonly exceptions: readonly PolicyException[];
  readonly policies: PolicySettings;
};

const Project = z.object({ name: z.string().min(1), main: z.string().min(1) });
const Encrypted = z.strictObject({ secure: z.string() });
const StackFile = z.object({ config: z.record(z.string(), z.json()).default({}) });

export type Stack = {
  readonly root: string;
  readonly name: string;
  readonly project: string;
  readonly main: string;
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  readonly policies: PolicySettings;
  readonly exceptions?: readonly PolicyException[];
};

const STACK_NAME = /^[a-z][a-z0-9-]{0,30}$/;

const isAbsent = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";

/** `absent` is what a file says that is not there; without it, the file must be. */
async function load<Value>(
  root: string,
  file: string,
  schema: z.ZodType<Value>,
  absent?: string,
): Promise<Result<Value, string>> {
  const content = await readFile(path.join(root, file), "utf8").catch((error: unknown) => {
    if (isAbsent(error)) return absent;
    throw error;
  });
  if (content === undefined) return fail(`there is no ${file}`);
  const document = parseDocument(content);
  const [syntax] = document.errors;
  if (syntax !== undefined) return fail(`${file}: ${syntax.message}`);
  const parsed = schema.safeParse(document.toJS());
  return parsed.success ? ok(parsed.data) : fail(`${file}: ${z.prettifyError(parsed.error)}`);
}

const asText = (value: unknown): string => {
  const encrypted = Encrypted.safeParse(value);
  if (encrypted.success) return encrypted.data.secure;
  return typeof value === "string" ? value : JSON.stringify(value);
};

export async function readStack(root: string, name: string): Promise<Result<Stack, string>> {
  if (!STACK_NAME.test(name)) return fail(`"${name}" cannot be the name of a stack`);
  const project = await load(root, "Pulumi.yaml", Project);
  if (!project.ok) return project;
  const file = await load(root, `Pulumi.${name}.yaml`, StackFile);
  if (!file.ok) return file;
  const policies = await load(root, `policies/${name}.json`, PolicyFile, "{}");
  if (!policies.ok) return policies;
  const entries = Object.entries(file.value.config);
  return ok({
    root,
    name,
    project: project.value.name,
    main: project.value.main,
    config: Object.fromEntries(entries.map(([key, value]) => [key, asText(value)])),
    secretKeys: entries
      .filter(([, value]) => Encrypted.safeParse(value).success)
      .map(([key]) => key),
    ...policies.value,
  });
}

/** The settings for a CLI that is older than exceptions: it takes their key for a rule and stops.
 *  Their rules become advice there, which is why a deployment asks the preview first. */
export function levelsForCli({ policies, exceptions = [] }: Stack): PolicySettings {
  const lowered = exceptions.flatMap(({ policies: names, reason }) =>
    names
      .filter((name) => policies[name]?.enforcementLevel !== "disabled")
      .map((name) => [name, { ...policies[name], enforcementLevel: "advisory", reason }] as const),
  );
  return { ...policies, ...Object.fromEntries(lowered) };
}
