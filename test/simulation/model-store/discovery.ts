/** What the scheduler asks and keeps, in the model. */
import type { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type { MemberId } from "../../../runtime/contract/ids.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import type { Absence, Discovery, KnownMember } from "../../../runtime/store/discovery.ts";
import { put } from "./change.ts";
import { read, write } from "./connection.ts";
import type { Connection } from "./database.ts";
import type { BatchRows } from "./tables.ts";
import { assertLease } from "./transact.ts";
import { leaseLock } from "./transaction.ts";

const known = (row: MemberRow): KnownMember => {
  const { id, key, status, generation, data, removalApproved } = row;
  return { id, key, status, generation, data, removalApproved };
};

export const discoveryOf = (connection: Connection): Discovery => ({
  members: (id, after, most) =>
    read(connection, ({ batches }) =>
      [...(batches.get(id)?.members.values() ?? [])]
        .filter((member) => member.key > after)
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .slice(0, most)
        .map(known),
    ),
  started: (ids) =>
    read(connection, ({ batches }) => {
      const all = [...batches.values()];
      return new Set(ids.filter((id) => all.some((rows) => hasStarted(rows, id))));
    }),
  absences: (name) => read(connection, ({ absences }) => new Map(absences.get(name))),
  noteAbsences: (name, changes, lease) =>
    write(connection, lease === undefined ? [] : [leaseLock(lease.name)], (each) => {
      if (lease !== undefined) assertLease(each, lease);
      const missing = new Map<MemberKey, Absence>(each.tables.absences.get(name));
      for (const { key, absence } of changes) {
        if (absence === null) missing.delete(key);
        else missing.set(key, absence);
      }
      put(each.undo, each.tables.absences, name, missing);
    }),
});

const hasStarted = (rows: BatchRows, id: MemberId): boolean =>
  [...(rows.ofMember.get(id) ?? [])].some((executionId) => {
    const row = rows.executions.get(executionId);
    const isPresent = row?.generation === rows.members.get(id)?.generation;
    return isPresent && row?.phaseId !== 0 && row?.dispatchedAt !== null;
  });
