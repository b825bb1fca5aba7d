/** I32: a commit under a lease is made by whoever has the lease now, and what the scheduler orders
 *  is committed under its lease. */
import type { Checker } from "../watch/checker.ts";

export const fencingTokens: Checker = {
  id: "I32",
  open: (scene, violate) => {
    const tokens = new Map<string, number>();
    return {
      onLease: ({ name, token }) => {
        if (token <= (tokens.get(name) ?? 0)) violate(`token ${token} of ${name} was given twice`);
        if (tokens.has(name)) scene.reached("lease-changed-hands");
        tokens.set(name, token);
      },
      onCommit: ({ events, unit, host }) => {
        const tick = events.find(({ actor }) => actor === "scheduler")?.cause;
        if (tick === undefined) return;
        if (unit.lease === null) violate(`${host} did ${tick} without a lease`);
        else if (tick !== `tick-${unit.lease.token}`) violate(`${host} did ${tick} under another`);
      },
      onUnit: ({ lease }, host) => {
        if (lease === null) return;
        const { name, token } = lease;
        if (token !== tokens.get(name))
          violate(`${host} committed under token ${token} of ${name}`);
      },
    };
  },
};
