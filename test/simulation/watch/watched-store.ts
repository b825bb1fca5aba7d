/** A store that shows what is committed to it. It stands under the faults: what it shows has
 *  happened, whatever the caller was told. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Hub, Seen } from "./hub.ts";

export function watchedStore(
  host: string,
  store: Store<Settlement>,
  hub: Hub,
  refused: (kind: string) => void,
): Store<Settlement> {
  return {
    ...store,
    transact: async (locks, decide) => {
      const seen: { last: Seen | null } = { last: null };
      const committed = await store.transact(locks, (loaded) => {
        hub.shown(loaded);
        const unit = decide(loaded);
        seen.last = { loaded, unit };
        return unit;
      });
      if (committed.ok && seen.last !== null) {
        hub.committed(host, locks.lease ?? null, seen.last);
        hub.onClaim(host, committed.value.outbox, seen.last.loaded.now);
      }
      if (!committed.ok) refused(committed.error.kind);
      return committed;
    },
    outbox: {
      ...store.outbox,
      claim: async (owner, forMs, most) => {
        const claimed = await store.outbox.claim(owner, forMs, most);
        if (claimed.ok) {
          const ids = claimed.value.map(({ id }) => id);
          hub.onClaim(owner, ids, hub.now());
        }
        return claimed;
      },
    },
    workers: {
      ...store.workers,
      register: async (manifests, events) => {
        hub.onRegister(manifests.map(({ workerId }) => workerId));
        return store.workers.register(manifests, events);
      },
      setLimit: async (key, most, events, remember) => {
        const set = await store.workers.setLimit(key, most, events, remember);
        if (set.ok) hub.onLimit(key, most);
        return set;
      },
    },
    leases: watchedLeases(store.leases, hub),
    ...watchedBeside(host, store, hub),
  };
}

/** What is written under a lease and in no transaction of batches. */
function watchedBeside(
  host: string,
  { batches, discovery }: Store<Settlement>,
  hub: Hub,
): Pick<Store<Settlement>, "batches" | "discovery"> {
  return {
    batches: {
      ...batches,
      create: async (fresh, lease) => {
        const made = await batches.create(fresh, lease);
        if (made.ok) hub.onBeside(host, "batches", lease ?? null);
        return made;
      },
    },
    discovery: {
      ...discovery,
      noteAbsences: async (name, changes, lease) => {
        const noted = await discovery.noteAbsences(name, changes, lease);
        if (noted.ok) hub.onBeside(host, "absences", lease ?? null);
        return noted;
      },
    },
  };
}

type Leases = Store<Settlement>["leases"];

const watchedLeases = (leases: Leases, hub: Hub): Leases => ({
  ...leases,
  acquire: async (name, owner, forMs) => {
    const held = await leases.acquire(name, owner, forMs);
    if (held.ok && held.value !== null) hub.onLease(held.value);
    return held;
  },
  renew: async (lease, forMs) => {
    const kept = await leases.renew(lease, forMs);
    if (kept.ok && kept.value !== null) hub.onLeaseKept(kept.value);
    return kept;
  },
  release: async (lease) => {
    const ended = await leases.release(lease);
    if (ended.ok && ended.value) hub.onLeaseEnded(lease);
    return ended;
  },
});
