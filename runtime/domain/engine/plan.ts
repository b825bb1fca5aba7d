/** From an execution to the step it executes, in the runbook version it was made under (M-041),
 *  and to the variables that step may use. */
import type { RunbookVersion } from "../../contract/ids.ts";
import type { Param, Phase, Runbook, Step } from "../runbook.ts";
import type { Template, VariableValue } from "../template.ts";
import { memberVariables, type VariableLookup, type Variables } from "../variables.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import type { PhaseRow } from "./rows.ts";
import { rowOf } from "./table.ts";

const loaded = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`${what} is not in the plans that were loaded`);
  return value;
};

export const planOf = (d: Draft, version: RunbookVersion): Runbook =>
  loaded(d.world.plans.get(version), `version ${version}`);

export const phasePlan = (d: Draft, { version, position, name }: PhaseRow): Phase =>
  loaded(planOf(d, version).phases[position], `phase ${name}`);

/** All steps of the sequence that an execution is one of. */
function sequenceOf(d: Draft, row: ExecutionRow): readonly Step[] {
  const plan = planOf(d, row.version);
  if (row.phaseId !== 0) return phasePlan(d, rowOf(d.phases, row.phaseId)).steps;
  if (row.undoesId !== 0) return rollbackOf(d, rowOf(d.executions, row.undoesId));
  if (row.kind === "init") return plan.init;
  return row.kind === "removal" ? plan.onMemberRemoved : plan.finalize;
}

export const stepOf = (d: Draft, row: ExecutionRow): Step =>
  loaded(sequenceOf(d, row)[row.stepIndex], `step ${row.stepIndex} of ${row.kind} ${row.id}`);

/** The steps that undo a failed one; none when it asks for none, or is part of a rollback. */
export function rollbackOf(d: Draft, failed: ExecutionRow): readonly Step[] {
  const { onFailure } = stepOf(d, failed);
  if (onFailure === null || failed.kind === "rollback") return [];
  return planOf(d, failed.version).rollbacks.get(onFailure) ?? [];
}

/** A rollback sees what its failed step saw: the frozen values come before present ones (R40). */
export function variablesFor(d: Draft, row: ExecutionRow): VariableLookup {
  const { batchVariables: ofBatch } = d;
  if (row.memberId === 0) return ofBatch;
  const { workerData, data } = rowOf(d.members, row.memberId);
  if (row.undoesId === 0) return memberVariables(ofBatch, workerData, data);
  const { undo } = rowOf(d.executions, row.undoesId);
  return memberVariables(ofBatch, new Map([...workerData, ...(undo ?? [])]), data);
}

/** The part of the variables that the given steps refer to. */
export function pickVariables(steps: readonly Step[], from: VariableLookup): Variables {
  const picked = new Map<string, VariableValue>();
  for (const name of steps.flatMap(namesIn)) {
    const value = from.get(name);
    if (value !== undefined) picked.set(name, value);
  }
  return picked;
}

const namesIn = (step: Step): readonly string[] => [
  ...namesInTemplate(step.function.template),
  ...[...step.params.values()].flatMap(namesInParam),
];

const namesInTemplate = (template: Template): readonly string[] =>
  template.flatMap((part) => (part.kind === "variable" ? [part.name] : []));

function namesInParam(param: Param): readonly string[] {
  switch (param.kind) {
    case "literal":
      return [];
    case "template":
      return namesInTemplate(param.text.template);
    case "list":
      return param.items.flatMap(namesInParam);
    case "map":
      return [...param.entries.values()].flatMap(namesInParam);
  }
}
