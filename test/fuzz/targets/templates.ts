/** Templates: read, then resolved against values that themselves look like templates. */
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import {
  parseTemplate,
  resolveTemplate,
  type VariableValue,
} from "../../../runtime/domain/template.ts";
import { nearMisses, noise } from "../near-misses.ts";
import type { FuzzTarget } from "../target.ts";

const VALUES: ReadonlyMap<string, VariableValue> = new Map<string, VariableValue>([
  ["x", "{{y}}"],
  ["y", "{{x}}"],
  ["count", 42],
  ["isNew", false],
  ["nothing", null],
  ["groups", ["a", "b"]],
  ["long", "z".repeat(LIMITS.templateChars)],
]);

const piece = fc.oneof(
  fc.constantFrom(...[...VALUES.keys(), "Unknown Column"].map((name) => `{{${name}}}`)),
  fc.constantFrom("{{ x }}", "a", "}}", "{", "é"),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes("{{")),
);
const template = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

export const templates: FuzzTarget = {
  name: "templates",
  inputs: fc.oneof(
    { weight: 5, arbitrary: template },
    { weight: 4, arbitrary: nearMisses(template, 3) },
    { weight: 1, arbitrary: noise },
  ),
  read: (input) => {
    const parsed = parseTemplate(input);
    if (!parsed.ok) return "refused";
    const names = parsed.value.flatMap((part) => (part.kind === "variable" ? [part.name] : []));
    const resolved = resolveTemplate(input, parsed.value, VALUES);
    if (resolved.ok && names.some((name) => !VALUES.has(name))) throw new Error("hole left");
    if (!resolved.ok && resolved.error.variables.length === 0) throw new Error("nobody named");
    return "past";
  },
};
