/** The runbooks in the project's `runbooks/` folder, checked and laid out for the first page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunbookCard } from "../../dashboard/first-page.ts";
import { formatDuration } from "../../domain/duration.ts";
import type { Phase } from "../../domain/runbook.ts";
import { checkRunbook } from "../../runbook/check-runbook.ts";

export function shippedRunbooks(folder: string): readonly RunbookCard[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => runbookCard(`runbooks/${name}`, readFileSync(join(folder, name), "utf8")));
}

function runbookCard(file: string, text: string): RunbookCard {
  const { problems, runbook } = checkRunbook({ file, text }, { strict: false });
  const errors = problems.filter((problem) => problem.severity === "error").length;
  return {
    file,
    name: runbook?.name ?? file,
    description: runbook?.description ?? "",
    errors,
    warnings: problems.length - errors,
    phases: (runbook?.phases ?? []).map(timelinePhase),
  };
}

const timelinePhase = ({ name, offsetMinutes, steps }: Phase) => ({
  name,
  offset: offsetMinutes === 0 ? "T-0" : `T-${formatDuration(offsetMinutes * 60)}`,
  steps: steps.map((step) => step.name),
});
