/** Keeps a lease for as long as it is asked for: taken once, prolonged when half of it has gone
 *  by. How much has gone by is told by this machine's clock since the answer, so clocks that
 *  disagree cost nothing (I36); whether it is still ours, every commit under it asks (I32). */
import { ok, type Result } from "../contract/result.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { HeldLease, Leases } from "../store/leases.ts";
import type { Clock } from "../time/clock.ts";

export type LeaseKeeper = {
  /** Null while another has it. */
  readonly hold: () => Promise<Result<HeldLease | null, StoreFailure>>;
  /** It was lost: the next call takes it anew. */
  readonly forget: () => void;
  readonly release: () => Promise<void>;
};

type Parts = {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly name: string;
  readonly owner: string;
  readonly forMs: number;
};

export function leaseKeeper({ leases, clock, name, owner, forMs }: Parts): LeaseKeeper {
  let held: { readonly lease: HeldLease; readonly since: number } | null = null;
  const forget = (): void => {
    held = null;
  };
  return {
    hold: async () => {
      const now = clock.now().getTime();
      // What was taken later than now was taken before the clock was set back: for how long it
      // has been held nobody knows, so it is prolonged.
      const goneMs = held === null ? 0 : now - held.since;
      if (held !== null && goneMs >= 0 && goneMs < forMs / 2) return ok(held.lease);
      const renewed = held === null ? ok(null) : await leases.renew(held.lease, forMs);
      if (!renewed.ok) return renewed;
      const asked =
        renewed.value === null ? await leases.acquire(name, owner, forMs) : ok(renewed.value);
      held = asked.ok && asked.value !== null ? { lease: asked.value, since: now } : null;
      return asked;
    },
    forget,
    release: async () => {
      if (held !== null) await leases.release(held.lease);
      forget();
    },
  };
}
