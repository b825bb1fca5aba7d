/** Reads a stack as the CLI would: the project from Pulumi.yaml and its values from
 *  Pulumi.<stack>.yaml, which is all that an environment needs. The levels of its policies follow
 *  from those values (policies/levels); policies/<stack>.json, where there is one, comes on top.
 *  An encrypted value cannot be opened offline; its ciphertext stands in for it and stays marked
 *  as secret, so that it is never shown and a change of it still is. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";

const Level = z.enum(["advisory", "mandatory", "remediate", "disabled"]);

const WEAKER: readonly (string | undefined)[] = ["advisory", "disabled"];

const Reason = z.string().trim().min(1, "say why this may stay as it is");

type Settings = {
  readonly enforcementLevel?: z.infer<typeof Level> | undefined;
  /** Resources that the rule lets be, by their names in the program, each with the reason. */
  readonly exempt?: Readonly<Record<string, string>> | undefined;
};

/** Every rule of the pack refuses by itself, so these two levels ask less than the rule does; who
 *  asks less says why, where the next reader looks. */
const RuleSettings = z
  .union([
    Level.transform((enforcementLevel): Settings => ({ enforcementLevel })),
    z.looseObject({
      enforcementLevel: Level.optional(),
      exempt: z.record(z.string().min(1), Reason).optional(),
    }),
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

const PolicyFile = z.record(z.string(), RuleSettings);

/** The values that decide what an estate can keep; policies/levels/<key>-<value>.json says what it
 *  cannot, and why. A value without such a file leaves every rule as it is. */
const DECIDING = ["network", "size", "protect"] as const;
const PLAIN = /^[a-z]+$/;

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
  /** By rule; a resource is let off by `exempt`, which the pack itself honours. */
  readonly policies: PolicySettings;
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

async function readLevels(
  root: string,
  name: string,
  settingOf: (key: string) => string,
): Promise<Result<PolicySettings, string>> {
  const derived = DECIDING.filter((key) => PLAIN.test(settingOf(key))).map(
    (key) => `policies/levels/${key}-${settingOf(key)}.json`,
  );
  let levels: PolicySettings = {};
  for (const file of [...derived, `policies/${name}.json`]) {
    const read = await load(root, file, PolicyFile, "{}");
    if (!read.ok) return read;
    levels = { ...levels, ...read.value };
  }
  return ok(levels);
}

export async function readStack(root: string, name: string): Promise<Result<Stack, string>> {
  if (!STACK_NAME.test(name)) return fail(`"${name}" cannot be the name of a stack`);
  const project = await load(root, "Pulumi.yaml", Project);
  if (!project.ok) return project;
  const file = await load(root, `Pulumi.${name}.yaml`, StackFile);
  if (!file.ok) return file;
  const entries = Object.entries(file.value.config);
  const values = new Map(entries.map(([key, value]) => [key, asText(value)]));
  const policies = await readLevels(
    root,
    name,
    (key) => values.get(`${project.value.name}:${key}`) ?? "",
  );
  if (!policies.ok) return policies;
  return ok({
    root,
    name,
    project: project.value.name,
    main: project.value.main,
    config: Object.fromEntries(values),
    secretKeys: entries
      .filter(([, value]) => Encrypted.safeParse(value).success)
      .map(([key]) => key),
    policies: policies.value,
  });
}
