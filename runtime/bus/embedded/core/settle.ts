/** Ending and prolonging locks. A lock is known by its queue, number and token; one that has run
 *  out, or whose message was handed out again since, is lost, and nothing happens. */
import { LIMITS } from "../../../contract/limits.ts";
import type { Properties } from "../../../contract/messages/properties.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { SettleFailure } from "../../failure.ts";
import { emit } from "./apply.ts";
import { clipped } from "./copy.ts";
import { findCopy } from "./copy-map.ts";
import type { DeadLetter, QueueRef } from "./journal.ts";
import { findQueue } from "./queue.ts";
import { rangesOf } from "./ranges.ts";
import { unknown } from "./receive.ts";
import { returnCopies } from "./return-copies.ts";
import type { Copy, Lease, Queue, State } from "./state.ts";

export type LockRef = {
  readonly queue: QueueRef;
  readonly sequence: number;
  readonly token: string;
  readonly sessionId: string | null;
};

export type Verdict =
  | { readonly kind: "complete" }
  | { readonly kind: "abandon"; readonly changes: Properties | null }
  | { readonly kind: "defer"; readonly changes: Properties | null }
  | ({ readonly kind: "dead-letter"; readonly changes: Properties | null } & DeadLetter);

type Held = { readonly queue: Queue; readonly copy: Copy; readonly lease: Lease };
type Settled = Result<number, SettleFailure>;

export function settle(
  state: State,
  items: readonly { readonly lock: LockRef; readonly verdict: Verdict }[],
): readonly Settled[] {
  state.settlings += 1;
  const completed = new Map<Queue, number[]>();
  const settled: Settled[] = [];
  let place: { readonly ref: QueueRef; readonly queue: Queue; readonly done: number[] } | null =
    null;
  for (const { lock, verdict } of items) {
    if (place === null || place.ref !== lock.queue) {
      const queue = findQueue(state, lock.queue);
      if (queue === undefined) {
        settled.push(fail(unknown(lock.queue)));
        continue;
      }
      const done = completed.get(queue) ?? [];
      completed.set(queue, done);
      place = { ref: lock.queue, queue, done };
    }
    const copy = heldCopy(state, place.queue, lock);
    if (copy === null) settled.push(fail(lost(lock)));
    else if (verdict.kind !== "complete")
      settled.push(settleOther(state, place.queue, copy, verdict));
    else {
      copy.settling = state.settlings;
      place.done.push(copy.sequence);
      settled.push(ok(copy.sequence));
    }
  }
  // Completions are most of what happens here: one record for all of a queue.
  for (const [queue, done] of completed)
    if (done.length > 0) emit(state, { kind: "removed", queue: queue.ref, ranges: rangesOf(done) });
  return settled;
}

/** null where the lock is lost, also by an earlier settlement of the same call. */
function heldCopy(state: State, queue: Queue, { sequence, token }: LockRef): Copy | null {
  const copy = findCopy(queue.all, sequence);
  const isHeld = copy !== undefined && copy.lease !== null && copy.claim === token;
  return isHeld && copy.settling !== state.settlings ? copy : null;
}

function settleOther(
  state: State,
  queue: Queue,
  copy: Copy,
  verdict: Exclude<Verdict, { kind: "complete" }>,
): Settled {
  const of = { queue: queue.ref, ranges: [copy.sequence, copy.sequence] };
  if (verdict.kind === "dead-letter" && queue.ref.dead) {
    return fail({ kind: "invalid-operation", detail: "a dead letter is not buried again" });
  }
  if (verdict.changes !== null) {
    const tooLarge = checkChanges(copy, verdict.changes);
    if (tooLarge !== null) return fail(tooLarge);
    emit(state, { kind: "changed", ...of, changes: { ...verdict.changes } });
  }
  if (verdict.kind === "dead-letter")
    emit(state, { kind: "dead-lettered", ...of, why: clipped(verdict) });
  else if (verdict.kind === "defer") emit(state, { kind: "deferred", ...of });
  else returnCopies(state, queue, [copy], false);
  return ok(copy.sequence);
}

function checkChanges(copy: Copy, changes: Properties): SettleFailure | null {
  const bytesMax = LIMITS.propertiesBytes;
  const all = { ...copy.message.properties, ...copy.changes, ...changes };
  const bytes = Buffer.byteLength(JSON.stringify(all));
  return bytes > bytesMax ? { kind: "properties-too-large", bytes, bytesMax } : null;
}

/** Those that were handed out together go on together, under one new end. */
export function renew(state: State, locks: readonly LockRef[]): readonly Settled[] {
  const groups = new Map<Lease, Set<number>>();
  const checked = locks.map((lock): Result<Queue, SettleFailure> => {
    const held = findHeld(state, lock);
    if (!held.ok) return held;
    const { queue, copy, lease } = held.value;
    if (lease.session !== null)
      return fail({ kind: "invalid-operation", detail: "renew the lock of the session" });
    groups.set(lease, (groups.get(lease) ?? new Set()).add(copy.sequence));
    return ok(queue);
  });
  for (const [{ queue }, sequences] of groups) {
    const until = state.now + queue.settings.lockMs;
    const ranges = rangesOf([...sequences]);
    emit(state, { kind: "renewed", queue: queue.ref, ranges, until });
  }
  return checked.map((each) => (each.ok ? ok(state.now + each.value.settings.lockMs) : each));
}

function findHeld(state: State, lock: LockRef): Result<Held, SettleFailure> {
  const queue = findQueue(state, lock.queue);
  if (queue === undefined) return fail(unknown(lock.queue));
  const copy = findCopy(queue.all, lock.sequence);
  if (copy === undefined || copy.lease === null || copy.claim !== lock.token)
    return fail(lost(lock));
  return ok({ queue, copy, lease: copy.lease });
}

const lost = ({ sequence, sessionId }: LockRef): SettleFailure =>
  sessionId === null
    ? { kind: "lock-lost", sequenceNumber: sequence }
    : { kind: "session-lock-lost", sessionId };
