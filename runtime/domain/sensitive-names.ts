/** What of a step nobody is shown, by name, and for each param why: the sensitive variables it
 *  uses, or none when it was marked itself. */
import { paramVariables } from "./columns-used.ts";
import type { Step } from "./runbook.ts";

export type SensitiveName = { readonly name: string; readonly from: readonly string[] };

export function sensitiveNames(
  { params, outputParams, sensitive }: Pick<Step, "params" | "outputParams" | "sensitive">,
  variables: readonly string[] = [],
): readonly SensitiveName[] {
  if (sensitive === null) return [];
  const marked = [...params].filter(([name]) => sensitive.params.includes(name));
  const ofParams = marked.map(([name, param]) => {
    const used = new Set(paramVariables(param));
    return { name, from: [...used].filter((each) => variables.includes(each)) };
  });
  const outputs = [...outputParams].flatMap(([name, field]) =>
    sensitive.results.includes(field) && !sensitive.params.includes(name)
      ? [{ name, from: [] }]
      : [],
  );
  return [...ofParams, ...outputs];
}
