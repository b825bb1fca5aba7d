/** Leases, in SQLite. */
import type { HeldLease, Leases } from "../leases.ts";
import { acquireLease } from "../operations/lease/acquire-lease.ts";
import { extendLease } from "../operations/lease/extend-lease.ts";
import { insertLease } from "../operations/lease/insert-lease.ts";
import { leaseEnd } from "../operations/lease/lease-end.ts";
import { type Access, change } from "./access.ts";

export function leaseRows(access: Access): Leases {
  const { statements, now, read } = access;
  const extend = ({ name, owner, token }: Omit<HeldLease, "until">, until: Date): boolean => {
    const cells = [until.toISOString(), name, owner, token, now().toISOString()];
    return statements.run(extendLease, cells) === 1;
  };
  return {
    acquire: (name, owner, forMs) =>
      change(access, () => {
        const at = now();
        const until = new Date(at.getTime() + forMs);
        statements.run(insertLease, [name, at.toISOString()]);
        const cells = [owner, until.toISOString(), name, at.toISOString()];
        const token = statements.all(acquireLease, cells)[0]?.[0];
        return token === undefined ? null : { name, owner, token: Number(token), until };
      }),
    renew: (lease, forMs) =>
      change(access, () => {
        const until = new Date(now().getTime() + forMs);
        return extend(lease, until) ? { ...lease, until } : null;
      }),
    heldUntil: (name) =>
      read(() => {
        const at = statements.all(leaseEnd, [name])[0]?.[0];
        return at === undefined ? null : new Date(String(at));
      }),
    release: (lease) => change(access, () => extend(lease, now())),
  };
}
