/** Marks that hide what they are meant to hide: each names something that is there and that can
 *  be hidden. A mark that hits nothing leaves a secret in plain sight, so it is an error, also
 *  where other checks of columns only warn. */
import { SCENARIO_KEY } from "../contract/runbook/data-source.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, SourceOutline, StepOutline, Text } from "./outline.ts";
import { variablesFrom } from "./sensitive.ts";
import { usesOf } from "./step-texts.ts";
import { didYouMean, quote } from "./suggest.ts";
import type { Tree } from "./tree.ts";
import { childrenOf } from "./tree-paths.ts";
import { scopeOf } from "./variable-scope.ts";

export function checkSensitive(outline: Outline, text: string): readonly Finding[] {
  const { source, sequences } = outline;
  const steps = sequences.flatMap((sequence) => sequence.steps ?? []);
  const sensitive = variablesFrom(
    valuesOf(source?.sensitive ?? []),
    steps.map((step) => ({ marks: valuesOf(step.sensitive), outputs: step.outputFields })),
  );
  return [
    ...(source === null ? [] : checkColumns(source, outline)),
    ...steps.flatMap(checkStep),
    ...steps.flatMap((step) => checkFunction(step, sensitive, text)),
  ];
}

const valuesOf = (texts: readonly Text[]): readonly string[] => texts.map(({ value }) => value);

function checkColumns(source: SourceOutline, outline: Outline): readonly Finding[] {
  const { columns } = scopeOf(outline);
  const key = source.primaryKey?.value ?? SCENARIO_KEY;
  const shown = [key, source.batchTimeColumn?.value];
  return source.sensitive.flatMap(({ value, start }) => {
    if (shown.includes(value)) {
      const message = `${quote(value)} is shown wherever members and batches are`;
      return [
        finding("E3502", start, message, "Take another column as key, or leave it unmarked."),
      ];
    }
    const isKnown = columns.names.has(value) || source.hidesColumns || outline.hidesNames;
    return value === "" || isKnown ? [] : [unknownColumn({ value, start }, columns)];
  });
}

function unknownColumn(
  { value, start }: Pick<Text, "value" | "start">,
  { kind, names }: ReturnType<typeof scopeOf>["columns"],
): Finding {
  const where = {
    declared: `${quote(value)} is not among the declared columns`,
    selected: `the query does not seem to return ${quote(value)}`,
    unknown: `whether ${quote(value)} is a column cannot be told from the file`,
  };
  return finding("E3501", start, where[kind], didYouMean(value, names) ?? "Add it to `columns`.");
}

function checkStep({ where, params, outputs, sensitive }: StepOutline): readonly Finding[] {
  const known = [...(params?.entries.keys() ?? []), ...outputs.map(({ value }) => value)];
  return sensitive.flatMap(({ value, start }) => {
    if (value === "") return [];
    if (!known.includes(value)) {
      const message = `${quote(value)} is neither a param nor an output of ${where}`;
      const hint = didYouMean(value, known) ?? "Name a key of `params` or of `output_params`.";
      return params?.partial ? [] : [finding("E3503", start, message, hint)];
    }
    const param = params?.entries.get(value)?.value;
    const isWritten = param !== undefined && hasText(param) && !hasVariable(param);
    if (!isWritten) return [];
    const message = `${quote(value)} is sensitive, and its value stands in the runbook`;
    return [finding("W3505", start, message, "Take it from a column or an output.")];
  });
}

function checkFunction(
  step: StepOutline,
  sensitive: ReadonlySet<string>,
  text: string,
): readonly Finding[] {
  const uses = usesOf({ ...step, params: null }, text);
  return uses.flatMap(({ name, at }) => {
    if (!sensitive.has(name)) return [];
    const message = `${quote(name)} is sensitive, and names of functions are shown`;
    return [finding("E3504", at, message, "Choose the function by another column.")];
  });
}

const hasText = (tree: Tree): boolean =>
  tree.kind === "scalar"
    ? tree.value !== null && tree.value !== ""
    : childrenOf(tree).some(hasText);

const hasVariable = (tree: Tree): boolean =>
  tree.kind === "scalar"
    ? typeof tree.value === "string" && tree.value.includes("{{")
    : childrenOf(tree).some(hasVariable);
