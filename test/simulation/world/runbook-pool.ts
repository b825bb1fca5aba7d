/** Runbooks compiled once and shared by all runs of this process. */
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { runbookText, type ShapeLimits } from "./shape.ts";

export const RUNBOOK = RunbookName.parse("simulated");

const compiled = new Map<string, Runbook>();
const texts = new Map<string, string>();

const keyOf = (shape: number, limits: ShapeLimits): string =>
  `${shape} ${limits.phasesMax} ${limits.stepsMax}`;

export function textOf(shape: number, limits: ShapeLimits): string {
  const key = keyOf(shape, limits);
  const text = texts.get(key) ?? runbookText(RUNBOOK, shape, limits);
  texts.set(key, text);
  return text;
}

export function compiledRunbook(shape: number, limits: ShapeLimits): Runbook {
  const key = keyOf(shape, limits);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const text = textOf(shape, limits);
  const { runbook, problems } = checkRunbook({ file: RUNBOOK, text }, { strict: false });
  if (runbook === null) throw new Error(`shape ${shape}: ${JSON.stringify(problems[0])}`);
  compiled.set(key, runbook);
  return runbook;
}
