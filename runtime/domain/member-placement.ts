/** Where one row of the source belongs, given every membership its key has had. One key, one
 *  answer; the diff collects them.
 *  - A key active in a closed batch stays there.
 *  - A changed batch time moves a member that has not started; one that has started is removed
 *    there and added here, and waits until the old batch is done with it (X-55, R36).
 *  - A removed member returns under the next generation; a failed one waits for an operator in
 *    the batch it failed in, but may be planned into another batch.
 *  - Whom an operator removed stays out of that batch as long as the source goes on showing it
 *    there; back after an absence, or planned into another batch, it comes.
 *  - A finished batch takes nobody in (R26). */
import type { BatchKind, DiffInput, Membership, SourceRow } from "./membership.ts";

export type Refusal = "batch-ended" | "member-failed";

export type Placement =
  | { readonly kind: "unchanged" }
  /** The batch the member is in, which need not be the row's. */
  | { readonly kind: "refreshed"; readonly batchKey: string }
  | { readonly kind: "refused"; readonly why: Refusal }
  | ({ readonly kind: "added" | "returned" } & Arrival)
  | ({ readonly kind: "moved"; readonly from: string; readonly how: MoveKind } & Arrival);

export type MoveKind = "move" | "remove_add";
export type Arrival = {
  readonly generation: number;
  /** A live batch that may still be undoing its work on this member; null when there is none. */
  readonly waitsFor: string | null;
};

type History = readonly Membership[];
const UNCHANGED = { kind: "unchanged" } as const;

export function placeRow(row: SourceRow, history: History, input: DiffInput): Placement {
  const living = history.filter((known) => input.batches.get(known.batchKey)?.live === true);
  const current = living.find((known) => known.status === "active");
  if (current !== undefined) return placeActive(row, current, living, input);
  if (input.mode === "immediate") return placeImmediate(row, history, input);
  return placeScheduled(row, history, living, input);
}

function placeActive(
  row: SourceRow,
  current: Membership,
  living: History,
  input: DiffInput,
): Placement {
  const kind = kindOf(current, input);
  if (kind === "manual") return UNCHANGED;
  const stays = kind === "immediate" || input.mode === "immediate";
  if (stays || current.batchKey === row.batchKey) {
    if (row.dataHash === current.dataHash) return UNCHANGED;
    return { kind: "refreshed", batchKey: current.batchKey };
  }
  const others = living.filter((known) => known !== current);
  const arrival = arrive(row, others, input);
  if (arrival.kind === "refused") return arrival;
  const { generation, waitsFor } = arrival;
  const from = current.batchKey;
  return input.onReschedule === "move" && !current.started
    ? { kind: "moved", from, how: "move", generation, waitsFor }
    : { kind: "moved", from, how: "remove_add", generation, waitsFor: from };
}

/** A key is batched once: who was in any batch, in whatever state, is not batched again by a row
 *  (R34). Another run is asked for by hand, as a manual batch (docs/decisions/0027). */
const placeImmediate = (row: SourceRow, history: History, input: DiffInput): Placement =>
  history.length > 0 ? UNCHANGED : arrive(row, [], input);

function placeScheduled(
  row: SourceRow,
  history: History,
  living: History,
  input: DiffInput,
): Placement {
  const before = history.find((known) => known.batchKey === row.batchKey);
  const staysOut = before?.status === "failed" || before?.keptOut === true;
  const isOver = before !== undefined && (staysOut || hasEnded(row, input));
  return isOver ? UNCHANGED : arrive(row, living, input);
}

type Arriving = Extract<Placement, { readonly kind: "added" | "returned" | "refused" }>;

/** The row's batch takes the member in: for the first time, again, or not. */
function arrive(row: SourceRow, living: History, input: DiffInput): Arriving {
  if (hasEnded(row, input)) return { kind: "refused", why: "batch-ended" };
  const before = living.find((known) => known.batchKey === row.batchKey);
  const waitsFor = living.findLast((known) => known.batchKey !== row.batchKey)?.batchKey ?? null;
  if (before === undefined) return { kind: "added", generation: 1, waitsFor };
  if (before.status === "failed") return { kind: "refused", why: "member-failed" };
  return { kind: "returned", generation: before.generation + 1, waitsFor };
}

const hasEnded = (row: SourceRow, input: DiffInput): boolean =>
  input.batches.get(row.batchKey)?.live === false;

const kindOf = (known: Membership, input: DiffInput): BatchKind | undefined =>
  input.batches.get(known.batchKey)?.kind;
