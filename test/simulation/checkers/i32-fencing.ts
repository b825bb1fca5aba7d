/** I32: a commit under a lease is made by whoever has the lease now, and what the scheduler orders
 *  is committed under its lease. A lease that somebody has is not given to another before it is
 *  over, and under one that is over nothing is committed, whoever may have it next. One from before
 *  somebody set the store's clock may be given to another at any time: its token fences. */
import type { HeldLease } from "../../../runtime/store/leases.ts";
import type { Checker } from "../watch/checker.ts";

export const fencingTokens: Checker = {
  id: "I32",
  open: (scene, violate) => {
    const last = new Map<string, HeldLease>();
    const fromBefore = new Set<string>();
    const agreed = (lease: HeldLease): void => {
      last.set(lease.name, lease);
      fromBefore.delete(lease.name);
    };
    return {
      onClockSet: () => {
        for (const name of last.keys()) fromBefore.add(name);
      },
      onLease: (lease) => {
        const { name, owner, token } = lease;
        const before = last.get(name);
        if (token <= (before?.token ?? 0)) violate(`token ${token} of ${name} was given twice`);
        if (before !== undefined) scene.reached("lease-changed-hands");
        const isHeld = before !== undefined && before.owner !== owner && before.until > scene.now();
        if (isHeld && fromBefore.has(name)) scene.reached("lease-from-before-the-clock-was-set");
        else if (isHeld) violate(`${owner} was given ${name} while ${before.owner} had it`);
        agreed(lease);
      },
      onLeaseKept: agreed,
      onLeaseEnded: (lease) => agreed({ ...lease, until: scene.now() }),
      onCommit: ({ events, unit, host, at }) => {
        const { lease } = unit;
        const isSure = lease !== null && !fromBefore.has(lease.name);
        const until = isSure ? last.get(lease.name)?.until : undefined;
        if (until !== undefined && until.getTime() + LOADED_MS <= at.getTime())
          violate(`${host} committed under ${lease?.name}, which was over`);
        const tick = events.find(({ actor }) => actor === "scheduler")?.cause;
        if (tick === undefined) return;
        if (lease === null) violate(`${host} did ${tick} without a lease`);
        else if (tick !== `tick-${lease.token}`) violate(`${host} did ${tick} under another`);
      },
      onBeside: (host, what, lease) => {
        const isScheduler = host.startsWith("scheduler");
        if (lease === null && isScheduler) violate(`${host} wrote ${what} without a lease`);
        if (lease === null) return;
        const held = last.get(lease.name);
        if (held?.token !== lease.token || held.until <= scene.now())
          violate(`${host} wrote ${what} under token ${lease.token} of ${lease.name}`);
      },
      onUnit: ({ lease }, host) => {
        if (lease === null) return;
        const { name, token } = lease;
        if (token !== last.get(name)?.token)
          violate(`${host} committed under token ${token} of ${name}`);
      },
    };
  },
};

/** The lease is asked about first and stays locked; what is loaded after it may take so long. */
const LOADED_MS = 8_000;
