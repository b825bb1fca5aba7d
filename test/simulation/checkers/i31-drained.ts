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
/** In calm no work takes longer. */
const WORK_MS = 60_000;

type Taken = HeldLease & { readonly at: number };

/** Every lease as the hosts and the store agreed on it. */
function openLeases(scene: Scene) {
  const held = new Map<string, HeldLease>();
  const open = new Map<string, Taken>();
  const keyOf = ({ name, token }: LeaseToken): string => `${name} ${token}`;
  return {
    held: (): Iterable<HeldLease> => held.values(),
    /** Taken and never given back, in the order they were taken. */
    open: (): Iterable<Taken> => open.values(),
    taken: (lease: HeldLease): void => {
      held.set(lease.name, lease);
      open.set(keyOf(lease), { ...lease, at: scene.now().getTime() });
    },
    kept: (lease: HeldLease): void => void held.set(lease.name, lease),
    /** When they were taken, by the clock as it is now, nobody can say. */
    clockSet: (): void => open.clear(),
    ended: (lease: LeaseToken): void => {
      held.set(lease.name, { ...lease, until: scene.now() });
      open.delete(keyOf(lease));
    },
  };
}

type Leases = ReturnType<typeof openLeases>;

function lookAtLeases(leases: Leases, end: End, violate: Violate): void {
  const { now, calmSince, lives, heldUntil } = end;
  for (const { name, owner, until } of leases.held()) {
    const said = heldUntil.get(name);
    if (said?.getTime() !== until.getTime())
      violate(`${name} is held until ${said?.toISOString()}, not ${until.toISOString()}`);
    if (until > now && !lives.has(owner)) violate(`${name} is held by ${owner}, which is gone`);
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
