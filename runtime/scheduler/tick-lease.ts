/** The lease of a tick: taken at its start, kept while it lasts, given back at its end. Whoever
 *  is slow keeps it by renewing; whoever stopped altogether loses it, and then the token in every
 *  transaction makes sure that nothing more is committed (R42, I32). */
import { ok, type Result } from "../contract/result.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { HeldLease, Leases } from "../store/leases.ts";
import type { Cancel, Clock } from "../time/clock.ts";

const LEASE = "scheduler";
export const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 3;

export type TickLease = {
  readonly lease: HeldLease;
  /** The store's time when it was taken. */
  readonly at: Date;
  /** When it was last held before; null when it never was. */
  readonly before: Date | null;
  readonly end: () => Promise<void>;
};

/** Null while somebody else has it. */
export async function takeLease(
  leases: Leases,
  clock: Clock,
  owner: string,
): Promise<Result<TickLease | null, StoreFailure>> {
  const before = await leases.heldUntil(LEASE);
  if (!before.ok) return before;
  const lease = await leases.acquire(LEASE, owner, LEASE_MS);
  if (!lease.ok) return lease;
  if (lease.value === null) return ok(null);
  const held = lease.value;
  const stopRenewing = keepRenewing(leases, clock, held);
  const end = async (): Promise<void> => {
    stopRenewing();
    await leases.release(held);
  };
  const at = new Date(held.until.getTime() - LEASE_MS);
  return ok({ lease: held, at, before: before.value, end });
}

/** A renewal that fails is tried again at its next turn. One that finds the lease lost ends it. */
function keepRenewing(leases: Leases, clock: Clock, lease: HeldLease): () => void {
  let isOver = false;
  let cancel: Cancel = () => {};
  const arm = (): void => {
    cancel = clock.at(new Date(clock.now().getTime() + RENEW_MS), () => void renew());
  };
  const renew = async (): Promise<void> => {
    const renewed = await leases.renew(lease, LEASE_MS);
    if (!isOver && (!renewed.ok || renewed.value !== null)) arm();
  };
  arm();
  return () => {
    isOver = true;
    cancel();
  };
}
