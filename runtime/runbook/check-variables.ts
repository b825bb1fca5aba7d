/** Every variable against what exists where it is used (R21): special variables everywhere,
 *  columns and outputs of earlier steps for members, nothing more for `init` and `finalize`
 *  (M-032). What cannot be told from the file alone is a warning or silence, never an error. */
import { distance } from "fastest-levenshtein";
import { checkOutputs } from "./check-outputs.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, SequenceOutline, StepOutline } from "./outline.ts";
import { usesOf, type VariableUse } from "./step-texts.ts";
import { didYouMean, quote } from "./suggest.ts";
import {
  isSetBefore,
  outputsOf,
  type Scope,
  SPECIAL_VARIABLES,
  scopeOf,
} from "./variable-scope.ts";

/** Closer than this to a special variable, a name with an underscore in front is a slip. */
const SLIP_MAX = 2;

export function checkVariables(outline: Outline, source: string): readonly Finding[] {
  const scope = scopeOf(outline);
  const users = rollbackUsers(outline);
  return [
    ...checkOutputs(outline, scope.columns),
    ...outline.sequences.flatMap((sequence) => checkSequence(sequence, users, scope, source)),
  ];
}

function checkSequence(
  sequence: SequenceOutline,
  users: RollbackUsers,
  scope: Scope,
  source: string,
): readonly Finding[] {
  const steps = sequence.steps ?? [];
  const judge = judgeFor(sequence, users, scope);
  return steps.flatMap((step, index) => {
    const local = sequence.kind === "phase" ? new Set<string>() : outputsOf(steps.slice(0, index));
    const uses = usesOf(step, source).filter(({ name }) => !SPECIAL_VARIABLES.has(name));
    return uses.flatMap((use) => (local.has(use.name) ? [] : judge(use, step)));
  });
}

type Judge = (use: VariableUse, step: StepOutline) => readonly Finding[];

function judgeFor(sequence: SequenceOutline, users: RollbackUsers, scope: Scope): Judge {
  switch (sequence.kind) {
    case "init":
    case "finalize":
      return (use) => [noMember(use, sequence.where)];
    case "phase":
      return (use, step) => judgeMember(use, scope, step);
    case "removal":
      return (use) => judgeUncertain(use, scope, "a member who leaves early has no value for it");
    case "rollback":
      return judgeRollback(sequence, users.get(sequence.name?.value ?? "") ?? [], scope);
  }
}

function noMember({ name, at }: VariableUse, where: string): Finding {
  const message = `${quote(name)} belongs to a member; ${where} runs once for the batch`;
  const known = `Known there: ${[...SPECIAL_VARIABLES].join(", ")}.`;
  return finding("E3105", at, message, didYouMean(name, SPECIAL_VARIABLES) ?? known);
}

function judgeMember(use: VariableUse, scope: Scope, step: StepOutline): readonly Finding[] {
  const { name, at } = use;
  const { columns, phaseOutputs } = scope;
  if (columns.names.has(name) || isSetBefore(scope, step, name)) return [];
  if (!phaseOutputs.has(name)) return judgeUnknown(use, scope);
  const message = `${quote(name)} is set by a later step`;
  if (columns.kind === "unknown")
    return [finding("W3115", at, message, "Move the step, or declare `columns`.")];
  return [finding("E3108", at, message, "Move the step that sets it before this one.")];
}

/** Where outputs may or may not exist: a rollback, a removal. */
function judgeUncertain(use: VariableUse, scope: Scope, reason: string): readonly Finding[] {
  const { name, at } = use;
  if (scope.columns.names.has(name)) return [];
  if (!scope.phaseOutputs.has(name)) return judgeUnknown(use, scope);
  return [finding("W3109", at, `${quote(name)} is an output; ${reason}`)];
}

type RollbackUser = Pick<SequenceOutline, "kind" | "where"> & { readonly step: StepOutline };
type RollbackUsers = ReadonlyMap<string, readonly RollbackUser[]>;

/** The steps that name each rollback; rollbacks themselves start none (W3004). */
function rollbackUsers({ sequences }: Outline): RollbackUsers {
  const users = sequences.flatMap(({ kind, where, steps }) =>
    kind === "rollback" ? [] : (steps ?? []).map((step) => ({ kind, where, step })),
  );
  return Map.groupBy(users, ({ step }) => step.onFailure?.value ?? "");
}

function judgeRollback(
  rollback: SequenceOutline,
  users: readonly RollbackUser[],
  scope: Scope,
): Judge {
  const memberless = users.find(({ kind }) => kind === "init" || kind === "finalize");
  if (memberless !== undefined)
    return (use) => [noMember(use, `${rollback.where}, used by ${memberless.where},`)];
  return (use) => {
    const early = users.find(
      ({ kind, step }) => kind !== "phase" || !isSetBefore(scope, step, use.name),
    );
    if (early === undefined && scope.phaseOutputs.has(use.name)) return [];
    return judgeUncertain(use, scope, `it may not exist when ${early?.step.where} fails`);
  };
}

function judgeUnknown(
  use: VariableUse,
  { columns, initOutputs, phaseOutputs }: Scope,
): readonly Finding[] {
  const { name, at } = use;
  if (initOutputs.has(name)) {
    const message = `${quote(name)} is set in init, and members cannot see the outputs of init`;
    return [finding("E3114", at, message)];
  }
  const slip = almostSpecial(name);
  const known = [...columns.names, ...phaseOutputs.keys(), ...SPECIAL_VARIABLES];
  if (columns.kind === "declared") {
    const message = `${quote(name)} is neither a declared column nor an output`;
    return [finding("E3106", at, message, didYouMean(name, known) ?? "Add it to columns.")];
  }
  if (slip !== null)
    return [
      finding("W3113", at, `${quote(name)} is not a special variable`, `Did you mean ${slip}?`),
    ];
  if (columns.kind === "unknown") return [];
  const message = `the query does not seem to return ${quote(name)}, and no step sets it`;
  const hint = didYouMean(name, known) ?? "Add it to the SELECT list, or declare `columns`.";
  return [finding("W3107", at, message, hint)];
}

function almostSpecial(name: string): string | null {
  if (!name.startsWith("_")) return null;
  const folded = name.toLowerCase();
  return [...SPECIAL_VARIABLES].find((special) => distance(folded, special) <= SLIP_MAX) ?? null;
}
