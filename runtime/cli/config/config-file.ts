/** Reads and writes configuration files: one JSON object of known keys, each value checked. */
import { ok, type Result } from "../../contract/result.ts";
import { nearest } from "../../runbook/suggest.ts";
import { type CliError, refuse } from "../cli-error.ts";
import { CONFIG_KEYS, type ConfigKey, isConfigKey } from "./key-names.ts";
import { KEY_FACTS } from "./keys.ts";

export type ConfigValues = Readonly<Partial<Record<ConfigKey, string>>>;

export function readConfig(text: string, file: string): Result<ConfigValues, CliError> {
  const object = parsed(text);
  if (object === null)
    return refuse("E0140", "the configuration is not a JSON object", {
      where: file,
      next: 'write {"apiUrl": "https://…"}, or use `drover config set`',
    });
  const values: Partial<Record<ConfigKey, string>> = {};
  for (const [key, value] of Object.entries(object)) {
    if (!isConfigKey(key)) return unknownKey(key, file);
    if (typeof value !== "string" || !KEY_FACTS[key].isValid(value))
      return wrongValue(key, typeof value === "string" ? value : JSON.stringify(value), file);
    values[key] = value;
  }
  return ok(values);
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export const configText = (values: ConfigValues): string => `${JSON.stringify(values, null, 2)}\n`;

export const wrongValue = (key: ConfigKey, value: string, where: string) =>
  refuse("E0141", `'${value}' cannot be the ${key}`, {
    where,
    why: `it is ${KEY_FACTS[key].about}: ${KEY_FACTS[key].expects}`,
    next: `set another with \`drover config set ${key} VALUE\``,
  });

function unknownKey(key: string, where: string) {
  const guess = nearest(key, CONFIG_KEYS);
  return refuse("E0140", `'${key}' is no key of the configuration`, {
    where,
    next: guess === null ? `choose one of: ${CONFIG_KEYS.join(", ")}` : `did you mean ${guess}?`,
  });
}
