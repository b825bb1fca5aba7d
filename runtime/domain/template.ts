/** Templates: `{{Column}}` inside the strings of a step.
 *  T1. One pass: a value that itself contains `{{…}}` is text and is never expanded (R51).
 *  T2. Typed: a string that is one variable and nothing else takes the variable's value as it
 *      is (number, boolean, list, null); inside other text only strings, numbers and booleans
 *      have a writing, so a list or a null there is a failure, never a silent blank.
 *  T3. Linear: reading and resolving look at each character a fixed number of times. */
import { LIMITS } from "../contract/limits.ts";
import { isReservedName } from "../contract/reserved-name.ts";
import { fail, ok, type Result } from "../contract/result.ts";

type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string; readonly at: number };
export type Template = readonly TemplatePart[];

export type TemplateSyntaxFailure = {
  readonly kind: "unclosed" | "empty-name" | "bad-name" | "too-long" | "too-many-variables";
  /** Index of the character the failure is at. */
  readonly at: number;
};

export type VariableValue = string | number | boolean | null | readonly string[];
type Lookup = Pick<ReadonlyMap<string, VariableValue>, "get" | "has">;

export type ResolutionFailure = {
  readonly kind: "unresolved" | "has-no-text" | "result-too-long";
  readonly template: string;
  readonly variables: readonly string[];
};

const OPEN = "{{";
const CLOSE = "}}";
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .$#@/-]*[\p{L}\p{N}_$#@])?$/u;

export const isVariableName = (name: string): boolean =>
  name.length <= LIMITS.variableChars && NAME.test(name) && !isReservedName(name);

export function parseTemplate(source: string): Result<Template, TemplateSyntaxFailure> {
  if (source.length > LIMITS.templateChars) return fail({ kind: "too-long", at: 0 });
  const parts: TemplatePart[] = [];
  let variables = 0;
  let position = 0;
  while (position < source.length) {
    const open = source.indexOf(OPEN, position);
    const textEnd = open === -1 ? source.length : open;
    if (textEnd > position) parts.push({ kind: "text", text: source.slice(position, textEnd) });
    if (open === -1) break;
    const close = source.indexOf(CLOSE, open + OPEN.length);
    if (close === -1) return fail({ kind: "unclosed", at: open });
    const name = source.slice(open + OPEN.length, close).trim();
    if (name === "") return fail({ kind: "empty-name", at: open });
    if (!isVariableName(name)) return fail({ kind: "bad-name", at: open });
    variables += 1;
    if (variables > LIMITS.variablesPerTemplate)
      return fail({ kind: "too-many-variables", at: open });
    parts.push({ kind: "variable", name, at: open });
    position = close + CLOSE.length;
  }
  return ok(parts);
}

export function resolveTemplate(
  source: string,
  template: Template,
  variables: Lookup,
): Result<VariableValue, ResolutionFailure> {
  const unresolved = template.filter(
    (part) => part.kind === "variable" && !variables.has(part.name),
  );
  if (unresolved.length > 0) return fail(failure("unresolved", source, unresolved));
  const [only] = template;
  if (template.length === 1 && only?.kind === "variable") {
    return ok(variables.get(only.name) ?? null);
  }
  const textless = template.filter(
    (part) => part.kind === "variable" && typeof toText(variables.get(part.name)) !== "string",
  );
  if (textless.length > 0) return fail(failure("has-no-text", source, textless));
  const text = template
    .map((part) => (part.kind === "text" ? part.text : toText(variables.get(part.name))))
    .join("");
  if (text.length > LIMITS.resolvedChars) return fail(failure("result-too-long", source, template));
  return ok(text);
}

function toText(value: VariableValue | undefined): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return null;
}

function failure(
  kind: ResolutionFailure["kind"],
  template: string,
  parts: Template,
): ResolutionFailure {
  const names = parts.flatMap((part) => (part.kind === "variable" ? [part.name] : []));
  return { kind, template, variables: [...new Set(names)] };
}
