/** Leases: who holds which copies until when. A lease without copies ends at once, unless it is
 *  a session's, which its holder keeps until it lets go or time runs out. */
import type { Copy, Lease, Queue, Session, State } from "./state.ts";
import { addTimer, cancelTimer } from "./timers.ts";

type Grant = {
  readonly session: Session | null;
  readonly token: string;
  readonly owner: string;
  readonly until: number;
};

export function grantLease(state: State, queue: Queue, grant: Grant): Lease {
  const lease: Lease = { queue, ...grant, copies: [], held: 0, timer: null };
  setTimer(state, lease);
  const held = state.owners.get(lease.owner);
  if (held === undefined) state.owners.set(lease.owner, new Set([lease]));
  else held.add(lease);
  return lease;
}

export function extendLease(state: State, lease: Lease, until: number): void {
  if (lease.timer !== null) cancelTimer(state.timers, lease.timer);
  lease.until = until;
  setTimer(state, lease);
}

const setTimer = (state: State, lease: Lease): void => {
  lease.timer = addTimer(state.timers, lease.until, { kind: "lease", lease });
};

export function joinLease(lease: Lease, copy: Copy): void {
  lease.copies.push(copy);
  lease.held += 1;
  copy.lease = lease;
  lease.queue.locked += 1;
}

export function leaveLease(state: State, copy: Copy): void {
  const { lease } = copy;
  if (lease === null) return;
  lease.held -= 1;
  copy.lease = null;
  lease.queue.locked -= 1;
  if (lease.held > 0) return;
  lease.copies.length = 0;
  if (lease.session === null) endLease(state, lease);
}

export const heldCopies = (lease: Lease): readonly Copy[] =>
  lease.copies.filter((copy) => copy.lease === lease);

export function endLease(state: State, lease: Lease): void {
  if (lease.timer !== null) cancelTimer(state.timers, lease.timer);
  const held = state.owners.get(lease.owner);
  held?.delete(lease);
  if (held?.size === 0) state.owners.delete(lease.owner);
}
