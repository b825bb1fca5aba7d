import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { resolveStep } from "../../../runtime/domain/params.ts";
import type { Param, TemplateText } from "../../../runtime/domain/runbook.ts";
import { parseTemplate, type VariableValue } from "../../../runtime/domain/template.ts";
import { batchVariables } from "../../../runtime/domain/variables.ts";

function text(source: string): TemplateText {
  const template = parseTemplate(source);
  if (!template.ok) throw new Error(`the test's own template is broken: ${template.error.kind}`);
  return { source, template: template.value };
}
const template = (source: string): Param => ({ kind: "template", text: text(source) });
const list = (...items: Param[]): Param => ({ kind: "list", items });
const map = (entries: Record<string, Param>): Param => ({
  kind: "map",
  entries: new Map(Object.entries(entries)),
});
const literal = (value: number | boolean | null): Param => ({ kind: "literal", value });
const step = (name: string, params: Record<string, Param> = {}) => ({
  function: text(name),
  params: new Map(Object.entries(params)),
  sensitive: null,
});

const VARIABLES = new Map<string, VariableValue>([
  ["Upn", "ada@contoso.com"],
  ["Type", "EntraUser"],
  ["Count", 3],
  ["Groups", ["a", "b"]],
  ["Evil", "New-EntraUser; Remove-EntraUser"],
  ["Braces", "{{Upn}}"],
]);

describe("a step made ready to send", () => {
  test("M-030, M-035 (part): function and params have their values, each of its type", () => {
    const resolved = resolveStep(
      step("New-{{Type}}", {
        Upn: template("{{Upn}}"),
        Label: template("{{Upn}} ({{Count}})"),
        Count: template("{{Count}}"),
        Groups: list(template("{{Groups}}"), literal(1)),
        Options: map({ force: literal(true), none: literal(null), deep: map({}) }),
      }),
      VARIABLES,
    );
    expect(resolved).toEqual({
      ok: true,
      value: {
        functionName: "New-EntraUser",
        params: {
          Upn: "ada@contoso.com",
          Label: "ada@contoso.com (3)",
          Count: 3,
          Groups: [["a", "b"], 1],
          Options: { force: true, none: null, deep: {} },
        },
      },
    });
  });

  test("M-034 (part), R21 (part): every failure of a step is told at once, with its place", () => {
    const failed = resolveStep(
      step("{{Nowhere}}", {
        a: template("{{X}} {{Y}}"),
        b: list(literal(1), map({ c: template("{{Groups}}!") })),
        d: template("{{Upn}}"),
      }),
      VARIABLES,
    );
    expect(failed).toEqual({
      ok: false,
      error: [
        { at: "function", kind: "unresolved", template: "{{Nowhere}}", variables: ["Nowhere"] },
        { at: "params.a", kind: "unresolved", template: "{{X}} {{Y}}", variables: ["X", "Y"] },
        {
          at: "params.b[1].c",
          kind: "has-no-text",
          template: "{{Groups}}!",
          variables: ["Groups"],
        },
      ],
    });
  });

  test.each(["{{Evil}}", "{{Count}}", "{{Groups}}", "New-{{Upn}}", "", "New-{{Braces}}"])(
    "R51 (part): a row cannot make %s into something that is no function's name",
    (name) => {
      expect(resolveStep(step(name), VARIABLES)).toEqual({
        ok: false,
        error: [{ kind: "not-a-function-name", at: "function", template: name }],
      });
    },
  );

  test("M-032: an init step that asks for a column fails", () => {
    const init = step("New-EntraUser", { Id: template("{{_batch_id}}"), Upn: template("{{Upn}}") });
    expect(resolveStep(init, batchVariables({ id: 42, start: null }))).toEqual({
      ok: false,
      error: [{ at: "params.Upn", kind: "unresolved", template: "{{Upn}}", variables: ["Upn"] }],
    });
  });

  test("M-031, M-034 (part): a manual batch has no start time, and its step says so", () => {
    const init = step("New-EntraUser", { When: template("{{_batch_start_time}}") });
    expect(resolveStep(init, batchVariables({ id: 42, start: null }))).toMatchObject({
      ok: false,
      error: [{ variables: ["_batch_start_time"] }],
    });
  });

  test.each([
    ["list", (inner: Param) => list(inner), "[0]"],
    ["map", (inner: Param) => map({ x: inner }), ".x"],
  ])("R56 (part): a %s nested deeper than the limit is refused", (_kind, wrap, at) => {
    const nested = (levels: number): Param =>
      levels === 0 ? literal(1) : wrap(nested(levels - 1));
    const deepest = step("New-EntraUser", { p: nested(LIMITS.paramDepth) });
    expect(resolveStep(deepest, VARIABLES).ok).toBe(true);
    const deeper = step("New-EntraUser", { p: nested(LIMITS.paramDepth + 1) });
    expect(resolveStep(deeper, VARIABLES)).toEqual({
      ok: false,
      error: [{ kind: "too-deep", at: `params.p${at.repeat(LIMITS.paramDepth)}` }],
    });
  });

  test("R54: a param called __proto__ is a param and nothing more", () => {
    const params = new Map([["__proto__", map({ polluted: literal(true) })]]);
    const resolved = resolveStep({ ...step("New-EntraUser"), params }, VARIABLES);
    if (!resolved.ok) throw new Error("must resolve");
    expect(Object.keys(resolved.value.params)).toEqual(["__proto__"]);
    expect("polluted" in resolved.value.params).toBe(false);
    expect(JSON.stringify(resolved.value.params)).toBe('{"__proto__":{"polluted":true}}');
  });
});
