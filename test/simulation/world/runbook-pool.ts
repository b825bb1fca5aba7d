/** Runbooks compiled once and shared by all runs of this process. */
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { runbookText, type ShapeLimits } from "./shape.ts";

export const RUNBOOK = RunbookName.parse("simulated");

const known = new Map<string, Runbook>();
const texts = new Map<string, string>();

export function textOf(shape: number, limits: ShapeLimits): string {
  const key = `${shape} ${limits.phasesMax} ${limits.stepsMax}`;
  const text = texts.get(key) ?? runbookText(RUNBOOK, shape, limits);
  texts.set(key, text);
  return text;
}

export function compiled(text: string): Runbook {
  const before = known.get(text);
  if (before !== undefined) return before;
  const { runbook, problems } = checkRunbook({ file: RUNBOOK, text }, { strict: false });
  if (runbook === null) throw new Error(`a runbook is wrong: ${JSON.stringify(problems[0])}`);
  known.set(text, runbook);
  return runbook;
}
