/** Which columns of a member source a runbook makes use of: its key, its start time, its lists,
 *  and every variable that a member's steps name and that nothing else provides. */
import type { Param, Runbook, Step, TemplateText } from "../../../domain/runbook.ts";
import { isSpecialVariable } from "../../../domain/variables.ts";

export type ColumnUse = { readonly column: string; readonly use: string };

/** Each column once, with its first use, in the order of the runbook. */
export function columnsUsed(runbook: Runbook): readonly ColumnUse[] {
  const { source } = runbook;
  const uses: readonly ColumnUse[] = [
    { column: source.primaryKey, use: "the primary key" },
    // Elsewhere a CSV file makes a manual batch, which has no start time (M-090).
    ...(source.type === "csv" && source.batchTime.kind === "column"
      ? [{ column: source.batchTime.column, use: "the batch start time" }]
      : []),
    ...[...source.multiValued.keys()].map((column) => ({ column, use: "a multi-valued column" })),
    ...variablesUsed(runbook),
  ];
  const firstUses = new Map<string, ColumnUse>();
  for (const use of uses) if (!firstUses.has(use.column)) firstUses.set(use.column, use);
  return [...firstUses.values()];
}

function variablesUsed(runbook: Runbook): readonly ColumnUse[] {
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
  return memberSteps.flatMap((step) =>
    variablesOf(step)
      .filter(isColumn)
      .map((column) => ({ column, use: `step ${JSON.stringify(step.name)}` })),
  );
}

const variablesOf = (step: Step): readonly string[] => [
  ...templateVariables(step.function),
  ...[...step.params.values()].flatMap(paramVariables),
];

function paramVariables(param: Param): readonly string[] {
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
