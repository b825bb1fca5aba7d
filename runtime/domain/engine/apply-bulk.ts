/** The meaning of a bulk move, in memory: what one statement does in a database. */
import type { StepExecutionId } from "../../contract/ids.ts";
import { stepSubject } from "./attention.ts";
import type { Bulk } from "./bulk.ts";
import { asCancelled, asWoken } from "./cancel-row.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { openedFor } from "./open-phase.ts";
import { isOpenStep } from "./statuses.ts";
import type { World } from "./world.ts";

type BulkOf<Kind extends Bulk["kind"]> = Extract<Bulk, { readonly kind: Kind }>;

export function applyBulk(world: World, bulk: Bulk): World {
  switch (bulk.kind) {
    case "openPhase":
      return openInBulk(world, bulk);
    case "cancelOpen":
      return cancelInBulk(world, bulk);
    case "wake":
      return change(world, bulk.except, (row) => (isMeant(row, bulk) ? asWoken(bulk.at) : null));
  }
}

const isMeant = (row: ExecutionRow, { waitingFor, phaseId }: BulkOf<"wake">): boolean =>
  row.waitingFor === waitingFor && (phaseId === null || row.phaseId === phaseId);

function openInBulk(world: World, bulk: BulkOf<"openPhase">): World {
  const phase = world.phases.get(bulk.phaseId);
  if (phase === undefined) throw new Error(`phase ${bulk.phaseId} was not loaded`);
  const shown = new Set(bulk.exceptMembers);
  const executions = new Map(world.executions);
  for (const member of world.members.values()) {
    if (shown.has(member.id)) continue;
    for (const row of openedFor(bulk, phase, member)) executions.set(row.id, row);
  }
  return { ...world, executions };
}

function cancelInBulk(world: World, bulk: BulkOf<"cancelOpen">): World {
  const attention = new Map(world.attention);
  const next = change(world, bulk.except, (row) => {
    if (isCompensation(row)) return null;
    if (row.held) attention.delete(stepSubject(row.id));
    if (isOpenStep(row.status)) return { ...asCancelled(row, bulk.at), status: "cancelled" };
    return row.held ? { held: false } : null;
  });
  return { ...next, attention };
}

function change(
  world: World,
  except: readonly StepExecutionId[],
  set: (row: ExecutionRow) => Partial<ExecutionRow> | null,
): World {
  const shown = new Set(except);
  const executions = new Map(world.executions);
  for (const [id, row] of executions) {
    const changes = shown.has(id) ? null : set(row);
    if (changes !== null) executions.set(id, { ...row, ...changes });
  }
  return { ...world, executions };
}
