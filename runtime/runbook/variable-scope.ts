/** What a runbook's variables can be: special, a column, an output; and when outputs exist.
 *  Steps of phases are ordered by due time, then by their place in the file. */
import { parseOffsetMinutes } from "../domain/offset.ts";
import type { Outline, SequenceOutline, SourceOutline, StepOutline } from "./outline.ts";
import { selectedColumns } from "./select-list.ts";

export const SPECIAL_VARIABLES: ReadonlySet<string> = new Set(["_batch_id", "_batch_start_time"]);

/** `declared` is certain, `selected` was read from the query, `unknown` allows any name. */
export type Columns =
  | { readonly kind: "declared" | "selected"; readonly names: ReadonlySet<string> }
  | { readonly kind: "unknown"; readonly names: ReadonlySet<string> };

export type Scope = {
  readonly columns: Columns;
  /** The turn of each step of a phase, in the order in which a member meets them. */
  readonly turns: ReadonlyMap<StepOutline, number>;
  /** Outputs of phases, and the turn of the first step that sets each. */
  readonly phaseOutputs: ReadonlyMap<string, number>;
  readonly initOutputs: ReadonlySet<string>;
};

export function scopeOf({ source, sequences, hidesNames }: Outline): Scope {
  const memberSteps = inOrder(sequences.filter(({ kind }) => kind === "phase")).flatMap(
    ({ steps }) => steps ?? [],
  );
  const initSteps = sequences.filter(({ kind }) => kind === "init").flatMap((s) => s.steps ?? []);
  const columns = columnsOf(source);
  return {
    columns: hidesNames ? { kind: "unknown", names: columns.names } : columns,
    turns: new Map(memberSteps.map((step, turn) => [step, turn])),
    phaseOutputs: firstTurns(memberSteps),
    initOutputs: outputsOf(initSteps),
  };
}

export const outputsOf = (steps: readonly StepOutline[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ outputs }) => outputs.map(({ value }) => value)));

function firstTurns(steps: readonly StepOutline[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [turn, { outputs }] of steps.entries())
    for (const { value } of outputs) if (!first.has(value)) first.set(value, turn);
  return first;
}

/** Whether the output is set before `step` of a phase begins. */
export function isSetBefore(
  { turns, phaseOutputs }: Scope,
  step: StepOutline,
  name: string,
): boolean {
  const turn = phaseOutputs.get(name);
  return turn !== undefined && turn < (turns.get(step) ?? 0);
}

function columnsOf(source: SourceOutline | null): Columns {
  if (source?.columns)
    return { kind: "declared", names: new Set(source.columns.map(({ value }) => value)) };
  const selected = source?.query ? selectedColumns(source.query) : null;
  if (selected === null) return { kind: "unknown", names: new Set() };
  return { kind: "selected", names: selected };
}

/** By due time if every offset can be read, else as the file has them. */
function inOrder(phases: readonly SequenceOutline[]): readonly SequenceOutline[] {
  const timed = phases.map((phase) => {
    const minutes = parseOffsetMinutes(phase.offset?.value ?? "");
    return { phase, minutes: minutes.ok ? minutes.value : null };
  });
  if (timed.some(({ minutes }) => minutes === null)) return phases;
  return timed.toSorted((a, b) => (b.minutes ?? 0) - (a.minutes ?? 0)).map(({ phase }) => phase);
}
