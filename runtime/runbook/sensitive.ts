/** What follows from the marks of a runbook, found once when it is compiled.
 *  K1. A variable is sensitive by its name: a marked column or output is so in every step that
 *      uses it, whichever step sets it.
 *  K2. An output that copies the same field of the same result as a sensitive one is sensitive,
 *      and so on until nothing more follows.
 *  K3. A param is sensitive when it is marked or uses a sensitive variable. What a function makes
 *      of its params is not: only its author can say so, by marking the output. */
import type { RunbookDocument } from "../contract/runbook/document.ts";
import type { StepDocument } from "../contract/runbook/step.ts";
import { paramVariables } from "../domain/columns-used.ts";
import type { Param, Step, StepMarks } from "../domain/runbook.ts";

const stepsIn = (document: RunbookDocument): readonly StepDocument[] => [
  ...document.init,
  ...document.phases.flatMap(({ steps }) => steps),
  ...document.on_member_removed,
  ...document.finalize,
  ...Object.values(document.rollbacks).flat(),
];

export function sensitiveVariables(document: RunbookDocument): ReadonlySet<string> {
  const steps = stepsIn(document);
  return variablesFrom(
    document.data_source.sensitive,
    steps.map(({ sensitive, output_params: outputs }) => ({
      marks: sensitive,
      outputs: Object.entries(outputs),
    })),
  );
}

type Outputs = {
  readonly marks: readonly string[];
  readonly outputs: readonly (readonly [variable: string, field: string])[];
};

/** From marked columns, and the marks and outputs of all steps. */
export function variablesFrom(
  columns: readonly string[],
  steps: readonly Outputs[],
): ReadonlySet<string> {
  const marked = steps.flatMap(({ marks, outputs }) =>
    outputs.flatMap(([name]) => (marks.includes(name) ? [name] : [])),
  );
  const found = new Set([...columns, ...marked]);
  if (found.size === 0) return found;
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { outputs: entries } of steps) {
      const fields = new Set(entries.flatMap(([name, field]) => (found.has(name) ? [field] : [])));
      for (const [name, field] of entries) if (fields.has(field)) found.add(name);
    }
  }
  return found;
}

/** Null when nothing of the step is sensitive. */
export function marksOf(
  { params, outputParams }: Pick<Step, "params" | "outputParams">,
  marked: readonly string[],
  sensitive: ReadonlySet<string>,
): StepMarks | null {
  const isSensitive = (name: string): boolean => sensitive.has(name);
  const uses = (param: Param): readonly string[] => paramVariables(param).filter(isSensitive);
  const own = [...params].filter(
    ([name, param]) => marked.includes(name) || uses(param).length > 0,
  );
  const results = [...outputParams].flatMap(([name, field]) => (isSensitive(name) ? [field] : []));
  if (own.length === 0 && results.length === 0) return null;
  const among = own.flatMap(([, param]) => (isVariable(param) ? [] : uses(param)));
  return {
    params: own.map(([name]) => name),
    variables: [...new Set(among)],
    results: [...new Set(results)],
  };
}

/** Its value is the variable's and nothing else. */
const isVariable = (param: Param): boolean =>
  param.kind === "template" &&
  param.text.template.length === 1 &&
  param.text.template[0]?.kind === "variable";
