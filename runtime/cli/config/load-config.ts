/** Puts the configuration together and keeps where each value came from.
 *  C1. Flag, then environment, then the project's file, then the user's file, then the default.
 *  C2. The default for the address is the Drover that runs on this machine, if one does. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ok, type Result } from "../../contract/result.ts";
import { findLocalDrover, type LocalDrover } from "../auth/dev-token.ts";
import { type CliError, refuse } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { type ConfigValues, readConfig, wrongValue } from "./config-file.ts";
import { CONFIG_KEYS, type ConfigKey } from "./key-names.ts";
import { KEY_FACTS } from "./keys.ts";
import { projectFiles, userFolder } from "./places.ts";
import { readPrivate } from "./private-file.ts";

export type OriginKind = "flag" | "env" | "project" | "user" | "local" | "none";

/** `name`: the flag, the variable or the file. */
export type Setting = {
  readonly value: string | null;
  readonly origin: { readonly kind: OriginKind; readonly name: string };
};

export type Config = Readonly<Record<ConfigKey, Setting>> & {
  /** The Drover on this machine, when the address is its. */
  readonly local: LocalDrover | null;
};

type Layer = {
  readonly kind: OriginKind;
  readonly nameOf: (key: ConfigKey) => string;
  readonly values: ConfigValues;
};

export const USER_CONFIG = "config.json";

export async function loadConfig(context: Context): Promise<Result<Config, CliError>> {
  const { named } = context;
  if (named.apiUrl !== undefined && named.data !== undefined)
    return refuse("E0106", "--api-url and --data each name a Drover", { next: "give one of them" });
  const upper = await upperLayers(context);
  if (!upper.ok) return upper;
  const dataFolder = named.data ?? context.env["DROVER_DATA"] ?? null;
  const local = await findLocalDrover(context, dataFolder);
  if (!local.ok) return local;
  const here = { value: local.value?.url ?? null, origin: localOrigin(local.value) };
  const settingOf = (key: ConfigKey): Setting => {
    if (key === "apiUrl" && named.data !== undefined) return here;
    const layer = upper.value.find(({ values }) => values[key] !== undefined);
    if (layer !== undefined)
      return {
        value: layer.values[key] ?? null,
        origin: { kind: layer.kind, name: layer.nameOf(key) },
      };
    return key === "apiUrl" ? here : { value: null, origin: { kind: "none", name: "not set" } };
  };
  const [apiUrl, tenantId, clientId, apiScope] = CONFIG_KEYS.map(settingOf) as [
    Setting,
    Setting,
    Setting,
    Setting,
  ];
  const isLocal =
    local.value !== null && apiUrl.value !== null && sameOrigin(apiUrl.value, local.value.url);
  return ok({ apiUrl, tenantId, clientId, apiScope, local: isLocal ? local.value : null });
}

const localOrigin = (found: LocalDrover | null): Setting["origin"] =>
  found === null ? { kind: "none", name: "not set" } : { kind: "local", name: found.file };

const sameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;

async function upperLayers(context: Context): Promise<Result<readonly Layer[], CliError>> {
  const { named, env } = context;
  const flags = named.apiUrl === undefined ? {} : { apiUrl: named.apiUrl };
  if (named.apiUrl !== undefined && !KEY_FACTS.apiUrl.isValid(named.apiUrl))
    return wrongValue("apiUrl", named.apiUrl, "--api-url");
  const variables = variablesIn(env);
  if (!variables.ok) return variables;
  const project = await projectLayer(context);
  if (!project.ok) return project;
  const user = await userLayer(context);
  if (!user.ok) return user;
  return ok([
    { kind: "flag", nameOf: () => "--api-url", values: flags },
    variables.value,
    ...project.value,
    ...user.value,
  ]);
}

function variablesIn(env: Context["env"]): Result<Layer, CliError> {
  const values: Partial<Record<ConfigKey, string>> = {};
  const names: Partial<Record<ConfigKey, string>> = {};
  for (const key of CONFIG_KEYS) {
    const name = KEY_FACTS[key].variables.find((each) => (env[each] ?? "") !== "");
    const value = name === undefined ? undefined : env[name];
    if (name === undefined || value === undefined) continue;
    if (!KEY_FACTS[key].isValid(value)) return wrongValue(key, value, name);
    values[key] = value;
    names[key] = name;
  }
  return ok({ kind: "env", nameOf: (key) => names[key] ?? "", values });
}

/** The nearest one counts; those above it are not mixed in. */
async function projectLayer(context: Context): Promise<Result<readonly Layer[], CliError>> {
  for (const file of projectFiles(context)) {
    const text = await readFile(file, "utf8").catch(() => null);
    if (text === null) continue;
    const values = readConfig(text, file);
    if (!values.ok) return values;
    return ok([{ kind: "project", nameOf: () => file, values: values.value }]);
  }
  return ok([]);
}

async function userLayer(context: Context): Promise<Result<readonly Layer[], CliError>> {
  const folder = userFolder(context);
  if (folder === null) return ok([]);
  const file = join(folder, USER_CONFIG);
  const text = await readPrivate(file, context.machine.platform);
  if (!text.ok) return text;
  if (text.value === null) return ok([]);
  const values = readConfig(text.value, file);
  if (!values.ok) return values;
  return ok([{ kind: "user", nameOf: () => file, values: values.value }]);
}
