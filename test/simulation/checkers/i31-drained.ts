/** I31: when all is calm, queues and outbox are empty, and so are claims: those are on rows of the
 *  outbox. No lease is held by a life that is over, the store says of each what was last agreed on,
 *  and a tick that began in calm has given its lease back: whoever is next would wait for its end,
 *  which no invariant of rows can show. */
import type { HeldLease } from "../../../runtime/store/leases.ts";
import type { LeaseToken } from "../../../runtime/store/loaded.ts";
import type { Checker, End, Scene, Violate } from "../watch/checker.ts";

/** Taken for one piece of work; the others are kept for the next piece, and run out. */
const GIVEN_BACK: ReadonlySet<string> = new Set(["scheduler"]);
/** Whoever was stopped, or waited for an answer, when faults ended goes on by then. */
const UNDER_WAY_MS = 200_000;
/** Longest that a lease outlasts its holder, who may die late, of a call made before the calm. */
const LEASE_MS_MAX = 60_000;
/** In calm no work takes longer. */
const WORK_MS = 60_000;

type Taken = HeldLease & { readonly at: number };

/** Every lease as the hosts and the store agreed on it. */
function openLeases(scene: Scene) {
  const held = new Map<string, HeldLease>();
  const open = new Map<string, Taken>();
  const fromBefore = new Set<string>();
  const crashes = new Map<string, number>();
  const keyOf = ({ name, token }: LeaseToken): string => `${name} ${token}`;
  const agreed = (lease: HeldLease): void => {
    held.set(lease.name, lease);
    fromBefore.delete(lease.name);
  };
  return {
    held: (): Iterable<HeldLease> => held.values(),
    crashed: (host: string): void => void crashes.set(host, scene.now().getTime()),
    /** Whether its holder may have died just now. */
    isFresh: ({ owner }: HeldLease): boolean => {
      const at = crashes.get(owner.slice(0, owner.lastIndexOf(".")));
      return at !== undefined && scene.now().getTime() - at < LEASE_MS_MAX;
    },
    /** Taken and never given back, in the order they were taken. */
    open: (): Iterable<Taken> => open.values(),
    taken: (lease: HeldLease): void => {
      agreed(lease);
      open.set(keyOf(lease), { ...lease, at: scene.now().getTime() });
    },
    kept: agreed,
    /** Whether it runs out by a clock that was set since: whoever asks is given it. */
    isFromBefore: ({ name }: HeldLease): boolean => fromBefore.has(name),
    /** When they were taken, by the clock as it is now, nobody can say. */
    clockSet: (): void => {
      open.clear();
      for (const name of held.keys()) fromBefore.add(name);
    },
    ended: (lease: LeaseToken): void => {
      agreed({ ...lease, until: scene.now() });
      open.delete(keyOf(lease));
    },
  };
}

type Leases = ReturnType<typeof openLeases>;

function lookAtLeases(leases: Leases, end: End, violate: Violate): void {
  const { now, calmSince, lives, heldUntil } = end;
  for (const lease of leases.held()) {
    const { name, owner, until } = lease;
    const said = heldUntil.get(name);
    if (said?.getTime() !== until.getTime())
      violate(`${name} is held until ${said?.toISOString()}, not ${until.toISOString()}`);
    const isHeld = until > now && !leases.isFromBefore(lease) && !leases.isFresh(lease);
    if (isHeld && !lives.has(owner)) violate(`${name} is held by ${owner}, which is gone`);
  }
  const calmFrom = calmSince.getTime() + UNDER_WAY_MS;
  for (const { name, owner, at } of leases.open()) {
    const isMeant = GIVEN_BACK.has(name) && at > calmFrom && lives.has(owner);
    if (isMeant && now.getTime() - at > WORK_MS)
      violate(`${owner} took ${name} at ${new Date(at).toISOString()} and never gave it back`);
  }
}

export const drained: Checker = {
  id: "I31",
  open: (scene, violate) => {
    const leases = openLeases(scene);
    return {
      onLease: leases.taken,
      onLeaseKept: leases.kept,
      onLeaseEnded: leases.ended,
      onClockSet: leases.clockSet,
      onCrash: leases.crashed,
      onEnd: (end) => {
        if (!end.isCalm) return;
        const { outboxWaiting, queued } = end;
        if (outboxWaiting > 0) violate(`${outboxWaiting} messages are still in the outbox`);
        for (const [place, count] of queued) if (count > 0) violate(`${count} wait in ${place}`);
        lookAtLeases(leases, end, violate);
      },
    };
  },
};
