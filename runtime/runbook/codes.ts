/** Every problem code with its explanation. Codes are stable: scripts match them, so one is never
 *  given another meaning. The letter is the severity, the first digit the kind of check. */
import { MEANING_CODES } from "./codes-meaning.ts";
import { SHAPE_CODES } from "./codes-shape.ts";
import { STEP_CODES } from "./codes-steps.ts";
import { YAML_CODES } from "./codes-yaml.ts";
import type { Severity } from "./problem.ts";

export const CODES = { ...YAML_CODES, ...SHAPE_CODES, ...MEANING_CODES, ...STEP_CODES };

export type ProblemCode = keyof typeof CODES;

export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(CODES, text);

export const severityOf = (code: ProblemCode): Severity =>
  code.startsWith("W") ? "warning" : "error";
