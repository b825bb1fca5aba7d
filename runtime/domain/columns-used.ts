/** Which columns of a member source a runbook makes use of: its key, its start time, its lists,
 *  those it hides, and every variable that a member's steps name and that nothing else
 *  provides. */
import type { Param, Runbook, Step, TemplateText } from "./runbook.ts";
import { isSpecialVariable } from "./variables.ts";

/** Each column once, in the order of the runbook. */
export function columnsUsed(runbook: Runbook): readonly string[] {
  const { source } = runbook;
  // Elsewhere a CSV file makes a manual batch, which has no start time (M-090).
  const startColumns =
    source.type === "csv" && source.batchTime.kind === "column" ? [source.batchTime.column] : [];
  const variables = variablesUsed(runbook);
  const named = [...source.multiValued.keys(), ...source.sensitive];
  return [...new Set([source.primaryKey, ...startColumns, ...named, ...variables])];
}

/** What a table to fill in has: every column the source is said to have, whether a step names it
 *  yet or not, with the key and the start time first. */
export function columnsToFill(runbook: Runbook): readonly string[] {
  const { primaryKey, batchTime, columns } = runbook.source;
  const start = batchTime.kind === "column" ? [batchTime.column] : [];
  return [...new Set([primaryKey, ...start, ...(columns ?? []), ...columnsUsed(runbook)])];
}

function variablesUsed(runbook: Runbook): readonly string[] {
  const memberSteps = [
    ...runbook.phases.flatMap(({ steps }) => steps),
    ...runbook.onMemberRemoved,
    ...[...runbook.rollbacks.values()].flat(),
  ];
  const outputs = new Set(memberSteps.flatMap(({ outputParams }) => [...outputParams.keys()]));
  // A declared column that an output later hides is still read by the steps before it.
  const declared = new Set(runbook.source.columns);
  const isColumn = (name: string): boolean =>
    !isSpecialVariable(name) && (declared.has(name) || !outputs.has(name));
  return memberSteps.flatMap(variablesOf).filter(isColumn);
}

const variablesOf = (step: Step): readonly string[] => [
  ...templateVariables(step.function),
  ...[...step.params.values()].flatMap(paramVariables),
];

/** In the order of the text; one that stands there twice is twice here. */
export function paramVariables(param: Param): readonly string[] {
  switch (param.kind) {
    case "template":
      return templateVariables(param.text);
    case "literal":
      return [];
    case "list":
      return param.items.flatMap(paramVariables);
    case "map":
      return [...param.entries.values()].flatMap(paramVariables);
  }
}

const templateVariables = ({ template }: TemplateText): readonly string[] =>
  template.flatMap((part) => (part.kind === "variable" ? [part.name] : []));
