/** A step made ready to send: its function name and params with every template resolved.
 *  All failures of a step come back together, each with the place it is at (M-034); a step with
 *  a failure is not dispatched. A resolved function must still be a function's name (R51);
 *  whether the worker offers it is the worker's list to say. */
import { LIMITS } from "../contract/limits.ts";
import { FunctionName } from "../contract/manifest.ts";
import { textsIn } from "../contract/marked-values.ts";
import type { JobMarks } from "../contract/messages/job-marks.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { ParamValue } from "../contract/runbook/step.ts";
import type { Param, Step, StepMarks } from "./runbook.ts";
import { type ResolutionFailure, resolveTemplate } from "./template.ts";
import type { VariableLookup } from "./variables.ts";

export type ResolvedStep = {
  readonly functionName: FunctionName;
  /** Without prototype, so that no name of a param is special (R54). */
  readonly params: { readonly [name: string]: ParamValue };
  /** Absent where nothing is marked. */
  readonly sensitive?: JobMarks;
};

export type ParamFailure =
  /** `at` is `function`, or the path of the value: `params.Groups[2]`. */
  | (ResolutionFailure & { readonly at: string })
  | { readonly kind: "not-a-function-name"; readonly at: "function"; readonly template: string }
  | { readonly kind: "too-deep"; readonly at: string };

export function resolveStep(
  step: Pick<Step, "function" | "params" | "sensitive">,
  variables: VariableLookup,
): Result<ResolvedStep, readonly ParamFailure[]> {
  const failures: ParamFailure[] = [];
  const named = resolveFunction(step.function, variables);
  if (!named.ok) failures.push(named.error);
  const params = resolveEntries(step.params, variables, "params", 1, failures);
  if (!named.ok || failures.length > 0) return fail(failures);
  const resolved = { functionName: named.value, params };
  if (step.sensitive === null) return ok(resolved);
  return ok({ ...resolved, sensitive: jobMarks(step.sensitive, variables) });
}

function jobMarks(marks: StepMarks, from: VariableLookup): JobMarks {
  const values = marks.variables.flatMap((name) => textsIn(from.get(name)));
  return { params: marks.params, values, results: marks.results };
}

/** A name without templates is the same for every member: read once for each step of a plan. */
const plainNames = new WeakMap<Step["function"], Result<FunctionName, ParamFailure>>();

function resolveFunction(
  named: Step["function"],
  variables: VariableLookup,
): Result<FunctionName, ParamFailure> {
  const known = plainNames.get(named);
  if (known !== undefined) return known;
  const resolved = functionName(named, variables);
  const isPlain = named.template.every(({ kind }) => kind === "text");
  if (isPlain) plainNames.set(named, resolved);
  return resolved;
}

function functionName(
  { source, template }: Step["function"],
  variables: VariableLookup,
): Result<FunctionName, ParamFailure> {
  const resolved = resolveTemplate(source, template, variables);
  if (!resolved.ok) return fail({ ...resolved.error, at: "function" });
  const name = FunctionName.safeParse(resolved.value);
  if (name.success) return ok(name.data);
  return fail({ kind: "not-a-function-name", at: "function", template: source });
}

function resolveParam(
  param: Param,
  variables: VariableLookup,
  at: string,
  depth: number,
  failures: ParamFailure[],
): ParamValue {
  switch (param.kind) {
    case "literal":
      return param.value;
    case "template": {
      const { source, template } = param.text;
      const value = resolveTemplate(source, template, variables);
      if (value.ok) return value.value;
      failures.push({ ...value.error, at });
      return null;
    }
    case "list":
      if (isTooDeep(depth, at, failures)) return null;
      return param.items.map((item, index) =>
        resolveParam(item, variables, `${at}[${index}]`, depth + 1, failures),
      );
    case "map":
      if (isTooDeep(depth, at, failures)) return null;
      return resolveEntries(param.entries, variables, at, depth + 1, failures);
  }
}

function resolveEntries(
  entries: ReadonlyMap<string, Param>,
  variables: VariableLookup,
  at: string,
  depth: number,
  failures: ParamFailure[],
): { readonly [name: string]: ParamValue } {
  const resolved: { [name: string]: ParamValue } = {};
  for (const [name, param] of entries) {
    const value = resolveParam(param, variables, `${at}.${name}`, depth, failures);
    if (name in resolved) {
      Object.defineProperty(resolved, name, { ...OWN, value });
    } else resolved[name] = value;
  }
  // At the end: what begins without a prototype is written as JSON at half the speed.
  return Object.setPrototypeOf(resolved, null);
}

/** For names that a plain object would take for its own machinery (R54). */
const OWN = { enumerable: true, configurable: true, writable: true } as const;

function isTooDeep(depth: number, at: string, failures: ParamFailure[]): boolean {
  if (depth <= LIMITS.paramDepth) return false;
  failures.push({ kind: "too-deep", at });
  return true;
}
