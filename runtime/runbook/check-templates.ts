/** Templates that cannot be read, each at its exact place inside the text. */
import { LIMITS } from "../contract/limits.ts";
import { parseTemplate, type TemplateSyntaxFailure } from "../domain/template.ts";
import type { ProblemCode } from "./codes.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, Text } from "./outline.ts";
import { placeInText, textsOf } from "./step-texts.ts";
import { quote } from "./suggest.ts";

export const checkTemplates = ({ sequences }: Outline, source: string): readonly Finding[] =>
  sequences.flatMap(({ steps }) =>
    (steps ?? []).flatMap(textsOf).flatMap((text) => checkText(text, source)),
  );

function checkText(text: Text, source: string): readonly Finding[] {
  const template = parseTemplate(text.value);
  if (template.ok) return [];
  const { kind, at } = template.error;
  const { code, message, hint } = WORDINGS[kind](text.value.slice(at));
  return [finding(code, placeInText(source, text, at), message, hint)];
}

type Wording = {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string | null;
};

/** Each sentence from the text that begins at the failure. */
const WORDINGS: Readonly<Record<TemplateSyntaxFailure["kind"], (rest: string) => Wording>> = {
  unclosed: () => ({ code: "E3101", message: "{{ is never closed", hint: "Close it with }}." }),
  "empty-name": () => ({
    code: "E3102",
    message: "no name between {{ and }}",
    hint: "Name a column or an output.",
  }),
  "bad-name": (rest) => ({
    code: "E3103",
    message: `${quote(rest.slice(2, rest.indexOf("}}")).trim())} is not a name of a variable`,
    hint: "Use letters, digits and underscores; templates hold names, not expressions.",
  }),
  "too-long": () => ({
    code: "E3104",
    message: `a text of more than ${LIMITS.templateChars} characters`,
    hint: null,
  }),
  "too-many-variables": () => ({
    code: "E3104",
    message: `more than ${LIMITS.variablesPerTemplate} variables in one text`,
    hint: null,
  }),
};
