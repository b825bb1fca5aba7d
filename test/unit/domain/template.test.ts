import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { isReservedName } from "../../../runtime/contract/reserved-name.ts";
import {
  isVariableName,
  parseTemplate,
  resolveTemplate,
  type VariableValue,
} from "../../../runtime/domain/template.ts";

const variables = new Map<string, VariableValue>([
  ["Name", "Ada"],
  ["Löhne 2", "x"],
  ["Id", 7],
  ["Yes", true],
  ["Nothing", null],
  ["Groups", ["a", "b"]],
  ["Tricky", "{{Name}}"],
]);

function resolve(source: string) {
  const template = parseTemplate(source);
  if (!template.ok) throw new Error(`the test's own template is broken: ${template.error.kind}`);
  return resolveTemplate(source, template.value, variables);
}

describe("reading a template", () => {
  test("M-030: text and variables alternate, with their places", () => {
    expect(parseTemplate("a {{ Name }}{{Id}} z")).toEqual({
      ok: true,
      value: [
        { kind: "text", text: "a " },
        { kind: "variable", name: "Name", at: 2 },
        { kind: "variable", name: "Id", at: 12 },
        { kind: "text", text: " z" },
      ],
    });
    expect(parseTemplate("")).toEqual({ ok: true, value: [] });
  });

  test.each([
    ["x {{Name", "unclosed", 2],
    ["{{}}", "empty-name", 0],
    ["ab{{   }}", "empty-name", 2],
    ["{{a{{b}}", "bad-name", 0],
    ["{{a}b}}", "bad-name", 0],
    ["{{.a}}", "bad-name", 0],
    ["{{a.}}", "bad-name", 0],
    ["{{a\nb}}", "bad-name", 0],
    ["{{__proto__}}", "bad-name", 0],
  ])("M-034 (part): %j is refused as %s", (source, kind, at) => {
    expect(parseTemplate(source)).toEqual({ ok: false, error: { kind, at } });
  });

  test("R45, R56 (part): length and number of variables are limited", () => {
    const longest = "x".repeat(LIMITS.templateChars);
    expect(parseTemplate(longest).ok).toBe(true);
    expect(parseTemplate(`${longest}x`)).toEqual({ ok: false, error: { kind: "too-long", at: 0 } });
    const most = "{{a}}".repeat(LIMITS.variablesPerTemplate);
    expect(parseTemplate(most).ok).toBe(true);
    expect(parseTemplate(`${most}{{a}}`)).toEqual({
      ok: false,
      error: { kind: "too-many-variables", at: most.length },
    });
  });

  test.each(["a", "_x", "Löhne 2", "a.b", "a$", "Straße-1", "first/last", "名前"])(
    "%j may name a variable",
    (name) => {
      expect(isVariableName(name)).toBe(true);
    },
  );

  test.each(["", " a", "a ", "-a", "a-", "a{b", "a\u0000b", "x".repeat(LIMITS.variableChars + 1)])(
    "%j may not",
    (name) => {
      expect(isVariableName(name)).toBe(false);
    },
  );

  test.each(["__proto__", "constructor", "prototype"])("R54: %s is nobody's name", (name) => {
    expect(isReservedName(name)).toBe(true);
    expect(isVariableName(name)).toBe(false);
  });
});

describe("resolving a template", () => {
  test.each([
    ["{{Name}} is {{ Id }}: {{Yes}}", "Ada is 7: true"],
    ["{{Löhne 2}}", "x"],
    ["plain", "plain"],
    ["", ""],
  ])("M-030: %j becomes %j", (source, text) => {
    expect(resolve(source)).toEqual({ ok: true, value: text });
  });

  test.each([
    ["{{Id}}", 7],
    ["{{Yes}}", true],
    ["{{Nothing}}", null],
    ["{{Groups}}", ["a", "b"]],
  ])("M-030: %s alone keeps the value's type", (source, value) => {
    expect(resolve(source)).toEqual({ ok: true, value });
  });

  test("R51 (part): a value that looks like a template is text", () => {
    expect(resolve("{{Tricky}}")).toEqual({ ok: true, value: "{{Name}}" });
    expect(resolve("<{{Tricky}}>")).toEqual({ ok: true, value: "<{{Name}}>" });
  });

  test("M-034 (part): every unresolved variable is named once, with the template", () => {
    const template = "{{X}} {{Name}} {{Y}} {{X}}";
    expect(resolve(template)).toEqual({
      ok: false,
      error: { kind: "unresolved", template, variables: ["X", "Y"] },
    });
  });

  test("M-034 (part): a list or a null inside text is a failure, not a blank", () => {
    const template = "a{{Groups}}{{Nothing}}{{Name}}";
    expect(resolve(template)).toEqual({
      ok: false,
      error: { kind: "has-no-text", template, variables: ["Groups", "Nothing"] },
    });
  });

  test("I23 (part): a result above the limit is refused", () => {
    const half = "x".repeat(LIMITS.resolvedChars / 2 - 1);
    const source = "<{{Half}}{{Half}}>";
    const template = parseTemplate(source);
    const both = new Map([["Half", half]]);
    expect(template.ok && resolveTemplate(source, template.value, both)).toMatchObject({
      ok: true,
    });
    const more = new Map([["Half", `${half}x`]]);
    expect(template.ok && resolveTemplate(source, template.value, more)).toEqual({
      ok: false,
      error: { kind: "result-too-long", template: source, variables: ["Half"] },
    });
  });

  test("M-030, R51 (part): text without braces is its own result, values arrive unchanged", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, value) => {
        const text = before.replaceAll("{", "(");
        const source = `${text}{{v}}`;
        const template = parseTemplate(source);
        if (!template.ok) throw new Error("text without braces must be readable");
        const resolved = resolveTemplate(source, template.value, new Map([["v", value]]));
        expect(resolved).toEqual({ ok: true, value: `${text}${value}` });
      }),
      { seed: 30 },
    );
  });
});
