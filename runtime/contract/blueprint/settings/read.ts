/** From an environment to typed settings. Pure: the host passes the environment in. All that is
 *  missing or malformed is reported at once, by name and never by value. */
import type { z } from "zod";
import { fail, ok, type Result } from "../../result.ts";
import type { ComponentName } from "../components.ts";
import { SETTINGS, type SettingsOf } from "./settings.ts";

export type SettingsFailure = {
  readonly component: ComponentName;
  readonly missing: readonly string[];
  readonly invalid: readonly { readonly name: string; readonly problem: string }[];
  /** One sentence for whoever starts the component. */
  readonly message: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty value counts as absent: that is how most shells and portals unset a variable. */
function present(schema: z.ZodObject, env: Environment): Readonly<Record<string, string>> {
  const named = Object.keys(schema.shape).flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}

function sentence(
  component: ComponentName,
  missing: readonly string[],
  invalid: SettingsFailure["invalid"],
): string {
  const absent = missing.length === 0 ? [] : [`missing settings: ${missing.join(", ")}`];
  const wrong = invalid.map(({ name, problem }) => `${name} ${problem}`);
  return `The component ${component} cannot start: ${[...absent, ...wrong].join("; ")}.`;
}

function failure(
  component: ComponentName,
  given: Readonly<Record<string, string>>,
  issues: readonly z.core.$ZodIssue[],
): SettingsFailure {
  const problems = new Map(issues.map(({ path, message }) => [String(path[0]), message]));
  const missing = [...problems.keys()].filter((name) => !(name in given));
  const invalid = [...problems]
    .filter(([name]) => name in given)
    .map(([name, problem]) => ({ name, problem }));
  return { component, missing, invalid, message: sentence(component, missing, invalid) };
}

/** Of a schema that is part of the component's. */
export function readPart<Schema extends z.ZodObject>(
  component: ComponentName,
  schema: Schema,
  env: Environment,
): Result<Readonly<z.output<Schema>>, SettingsFailure> {
  const given = present(schema, env);
  const parsed = schema.safeParse(given);
  return parsed.success ? ok(parsed.data) : fail(failure(component, given, parsed.error.issues));
}

export const readSettings = <Name extends ComponentName>(
  component: Name,
  env: Environment,
): Result<SettingsOf<Name>, SettingsFailure> =>
  readPart<(typeof SETTINGS)[Name]>(component, SETTINGS[component], env);
