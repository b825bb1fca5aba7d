/** What one tick changes in a runbook's membership: a pure comparison of what is known with
 *  what the source answered. Nothing here removes, adds or tells anybody; the engine does.
 *  D1. A failed query changes nothing; an incomplete one makes nobody missing (R32, I24).
 *  D2. A key that has several rows is reported and left exactly as it is, never merged.
 *  D3. Nobody ends up active in two batches (I2).
 *  D4. A missing member is removed only after enough ticks agree and the breaker allows it; one
 *      whose removal is held stays until it is approved or the row is back.
 *  D5. The same answer again, after this diff was carried out, changes nothing more. */
import {
  type Arrival,
  type MoveKind,
  type Placement,
  placeRow,
  type Refusal,
} from "./member-placement.ts";
import type { DiffInput, Membership, SourceRow } from "./membership.ts";
import { type HoldReason, holdRemovals, isHeldAlone } from "./removal-breaker.ts";

export type Subject = { readonly key: string; readonly batchKey: string };
export type Placed = Subject & Arrival;
export type Moved = Placed & { readonly from: string; readonly how: MoveKind };

export type MemberDiff = {
  readonly added: readonly Placed[];
  readonly returned: readonly Placed[];
  readonly moved: readonly Moved[];
  readonly removed: readonly Subject[];
  readonly refreshed: readonly Subject[];
  /** New numbers of ticks in a row without the member's row; 0 when it is there again. */
  readonly misses: readonly (Subject & { readonly misses: number })[];
  readonly refused: readonly (Subject & { readonly why: Refusal })[];
  readonly duplicates: readonly { readonly key: string; readonly rows: number }[];
  readonly held: Held | null;
  /** Active members that followed the source before this tick. */
  readonly followers: number;
  readonly unchanged: number;
};

export type Held = {
  readonly why: HoldReason;
  readonly limit: number;
  readonly removed: readonly Subject[];
  /** Moves of members that have started: they run `on_member_removed` just the same. */
  readonly moved: readonly Moved[];
};

type Found = { readonly row: SourceRow; readonly placement: Placement };

const NO_CHANGE: MemberDiff = {
  added: [],
  returned: [],
  moved: [],
  removed: [],
  refreshed: [],
  misses: [],
  refused: [],
  duplicates: [],
  held: null,
  followers: 0,
  unchanged: 0,
};

export function diffMembers(input: DiffInput): MemberDiff {
  const { answer } = input;
  if (answer.kind === "failed") return NO_CHANGE;
  const counts = countRows(answer);
  const histories = Map.groupBy(input.members, (known) => known.key);
  const found = answer.rows
    .filter((row) => counts.get(row.key) === 1)
    .map((row) => ({ row, placement: placeRow(row, histories.get(row.key) ?? [], input) }));
  const followers = input.members.filter((known) => follows(known, input));
  const absence = countMisses(followers, counts, input);
  return {
    added: arrivals(found, "added"),
    returned: arrivals(found, "returned"),
    refreshed: found.flatMap(({ row, placement }) =>
      placement.kind === "refreshed" ? [{ key: row.key, batchKey: placement.batchKey }] : [],
    ),
    refused: found.flatMap(({ row, placement }) =>
      placement.kind === "refused" ? [{ ...subject(row), why: placement.why }] : [],
    ),
    misses: absence.misses,
    duplicates: [...counts].flatMap(([key, rows]) => (rows > 1 ? [{ key, rows }] : [])),
    unchanged: found.filter(({ placement }) => placement.kind === "unchanged").length,
    followers: followers.length,
    ...breaker(absence.leaving, moves(found), followers, input),
  };
}

const subject = ({ key, batchKey }: Subject): Subject => ({ key, batchKey });

/** How many rows each key has; those without a place count as one. */
export function countRows(answer: {
  readonly rows: readonly { readonly key: string }[];
  readonly unplaced: ReadonlySet<string>;
}): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of answer.unplaced) counts.set(key, 1);
  for (const { key } of answer.rows) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const arrivals = (found: readonly Found[], kind: "added" | "returned"): readonly Placed[] =>
  found.flatMap(({ row, placement }) => {
    if (placement.kind !== kind) return [];
    return [{ ...subject(row), generation: placement.generation, waitsFor: placement.waitsFor }];
  });

const moves = (found: readonly Found[]): readonly Moved[] =>
  found.flatMap(({ row, placement }) => {
    if (placement.kind !== "moved") return [];
    const { from, how, generation, waitsFor } = placement;
    return [{ ...subject(row), from, how, generation, waitsFor }];
  });

function follows(known: Membership, input: DiffInput): boolean {
  const batch = input.batches.get(known.batchKey);
  return known.status === "active" && batch?.kind === "scheduled" && batch.live;
}

/** Immediate mode has no leavers: its rows stop matching once work begins. */
function countMisses(
  followers: readonly Membership[],
  counts: ReadonlyMap<string, number>,
  { mode, answer, removalConfirmations }: DiffInput,
): { readonly misses: MemberDiff["misses"]; readonly leaving: readonly Subject[] } {
  if (mode === "immediate" || answer.kind === "failed" || !answer.complete) {
    return { misses: [], leaving: [] };
  }
  const isLeaving = ({ key, misses, held }: Membership): boolean =>
    !counts.has(key) && (held || misses + 1 >= removalConfirmations);
  const missesNow = (known: Membership): number => (counts.has(known.key) ? 0 : known.misses + 1);
  return {
    leaving: followers.filter(isLeaving).map(subject),
    misses: followers
      .filter((known) => !isLeaving(known) && missesNow(known) !== known.misses)
      .map((known) => ({ ...subject(known), misses: missesNow(known) })),
  };
}

function breaker(
  leaving: readonly Subject[],
  moved: readonly Moved[],
  followers: readonly Membership[],
  { approvedRemovals }: DiffInput,
): Pick<MemberDiff, "removed" | "moved" | "held"> {
  const runsRemoval = (move: Moved): boolean => move.how === "remove_add";
  const running = [...leaving, ...moved.filter(runsRemoval)].map(({ key }) => key);
  const asked = new Set(running.filter((key) => !approvedRemovals.has(key)));
  const unapproved = asked.size === 0 ? [] : followers.filter(({ key }) => asked.has(key));
  const active = followers.length;
  const verdict = holdRemovals({ active, unapproved, leaving: leaving.length });
  if (verdict === null) return { removed: leaving, moved, held: null };
  const { why, limit, isOnlySome } = verdict;
  const kept = (isOnlySome ? unapproved.filter(isHeldAlone) : unapproved).map(({ key }) => key);
  const keptKeys = new Set(kept);
  const isHeld = ({ key }: Subject): boolean => keptKeys.has(key);
  const isHeldMove = (move: Moved): boolean => runsRemoval(move) && isHeld(move);
  return {
    removed: leaving.filter((member) => !isHeld(member)),
    moved: moved.filter((move) => !isHeldMove(move)),
    held: { why, limit, removed: leaving.filter(isHeld), moved: moved.filter(isHeldMove) },
  };
}
