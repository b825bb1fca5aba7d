/** Leases, in the model. A transaction that relies on one keeps it locked until it has ended. */

import type { Leases } from "../../../runtime/store/leases.ts";
import type { LeaseToken } from "../../../runtime/store/loaded.ts";
import { type Change, put } from "./change.ts";
import { change, read } from "./connection.ts";
import type { Connection } from "./database.ts";
import { leaseLock } from "./transaction.ts";

export const leasesOf = (connection: Connection): Leases => ({
  acquire: (name, owner, forMs) =>
    change(
      connection,
      ({ tables, undo, now }) => {
        const lease = tables.leases.get(name);
        const until = new Date(now.getTime() + forMs);
        // One that ends later than this one would is from before the clock was set back.
        const isHeld = lease !== undefined && lease.until > now && lease.until <= until;
        if (isHeld && lease.owner !== owner) return null;
        const token = (lease?.token ?? 0) + 1;
        put(undo, tables.leases, name, { owner, token, until });
        return { name, owner, token, until };
      },
      [leaseLock(name)],
    ),
  renew: (lease, forMs) =>
    change(
      connection,
      (each) => {
        const until = new Date(each.now.getTime() + forMs);
        return extend(each, lease, until) ? { ...lease, until } : null;
      },
      [leaseLock(lease.name)],
    ),
  release: (lease) =>
    change(connection, (each) => extend(each, lease, each.now), [leaseLock(lease.name)]),
  heldUntil: (name) => read(connection, ({ leases }) => leases.get(name)?.until ?? null),
});

function extend({ tables, undo, now }: Change, lease: LeaseToken, until: Date): boolean {
  const { name, owner, token } = lease;
  const held = tables.leases.get(name);
  if (held?.owner !== owner || held.token !== token || held.until <= now) return false;
  put(undo, tables.leases, name, { owner, token, until });
  return true;
}
