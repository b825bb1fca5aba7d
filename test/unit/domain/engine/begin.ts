/** How a run begins, and short ways to look at what has become of it. */
import { MemberKey } from "../../../../runtime/contract/identifiers.ts";
import type { ExecutionRow } from "../../../../runtime/domain/engine/execution-row.ts";
import type { BatchRow, MemberRow } from "../../../../runtime/domain/engine/rows.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import type { VariableValue } from "../../../../runtime/domain/template.ts";
import { feed, type Run, startRun, type Unsigned } from "./run.ts";
import { START, startWorld } from "./start-world.ts";
import { sweep } from "./sweep.ts";

export const memberNamed = (
  key: string,
  data: readonly (readonly [string, VariableValue])[] = [],
): Unsigned => ({
  kind: "member-added",
  key: MemberKey.parse(key),
  data: new Map<string, VariableValue>([["Key", key], ...data]),
  waitsFor: null,
});

type Given = { readonly world?: Partial<World>; readonly batch?: Partial<BatchRow> };

/** A batch with these members, begun at its start time. */
export function begin(plan: Runbook, keys: readonly string[], given: Given = {}): Run {
  const run = startRun(startWorld(plan, given.world, given.batch), START);
  feed(run, ...keys.map((key) => memberNamed(key)), { kind: "batch-detected" });
  sweep(run);
  return run;
}

export function member(run: Run, key: string): MemberRow {
  const found = [...run.world.members.values()].find((row) => row.key === key);
  if (found === undefined) throw new Error(`no member ${key}`);
  return found;
}

/** `kind/index: status` of each execution, in the order of their ids. */
export const steps = (run: Run, key?: string): readonly string[] =>
  rowsOf(run, key).map(({ kind, stepIndex, status }) => `${kind}/${stepIndex}: ${status}`);

export const rowsOf = (run: Run, key?: string): readonly ExecutionRow[] => {
  const memberId = key === undefined ? 0 : member(run, key).id;
  return [...run.world.executions.values()]
    .filter((row) => row.memberId === memberId)
    .sort((one, other) => one.id - other.id);
};

export const phaseStatuses = (run: Run): readonly string[] =>
  [...run.world.phases.values()].map(({ status }) => status);

export const jobIds = (run: Run): readonly string[] => run.jobs.map(({ jobId }) => jobId);
