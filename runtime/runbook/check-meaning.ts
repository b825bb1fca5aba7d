/** All meaning checks, one file per concern; each takes the outline and reports on its own. */
import { checkFunctions } from "./check-functions.ts";
import { checkNames } from "./check-names.ts";
import { checkParams } from "./check-params.ts";
import { checkPolls, type IsPolled } from "./check-polls.ts";
import { checkRollbacks } from "./check-rollbacks.ts";
import { checkSensitive } from "./check-sensitive.ts";
import { checkSource } from "./check-source.ts";
import { checkTemplates } from "./check-templates.ts";
import { checkTimes } from "./check-times.ts";
import { checkVariables } from "./check-variables.ts";
import { checkWorkers } from "./check-workers.ts";
import type { Finding } from "./finding.ts";
import type { Outline } from "./outline.ts";

export const checkMeaning = (
  outline: Outline,
  text: string,
  isPolled: IsPolled,
): readonly Finding[] => [
  ...checkNames(outline),
  ...checkRollbacks(outline),
  ...checkSource(outline),
  ...checkTimes(outline),
  ...checkPolls(outline, isPolled),
  ...checkWorkers(outline),
  ...checkFunctions(outline),
  ...checkParams(outline),
  ...checkTemplates(outline, text),
  ...checkVariables(outline, text),
  ...checkSensitive(outline, text),
];
