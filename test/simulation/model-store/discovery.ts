/** What the scheduler asks and keeps, in the model. */
import type { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type { MemberId } from "../../../runtime/contract/ids.ts";
import { holds } from "../../../runtime/domain/engine/change.ts";
import {
  type ExecutionRow,
  isCompensation,
  isPassed,
} from "../../../runtime/domain/engine/execution-row.ts";
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
  started: (ids) => those(connection, ids, hasStarted),
  through: (ids) => those(connection, ids, isThrough),
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

type OfBatch = (rows: BatchRows, id: MemberId) => boolean;

const those = (connection: Connection, ids: readonly MemberId[], is: OfBatch) =>
  read(connection, ({ batches }) => {
    const all = [...batches.values()];
    return new Set(ids.filter((id) => all.some((rows) => is(rows, id))));
  });

const rowsOf = ({ ofMember, executions }: BatchRows, id: MemberId): readonly ExecutionRow[] =>
  [...(ofMember.get(id) ?? [])].flatMap((each) => executions.get(each) ?? []);

const stepsNow = (rows: BatchRows, id: MemberId): readonly ExecutionRow[] =>
  rowsOf(rows, id).filter(
    ({ generation, phaseId }) => phaseId !== 0 && generation === rows.members.get(id)?.generation,
  );

const hasStarted: OfBatch = (rows, id) =>
  stepsNow(rows, id).some(({ dispatchedAt }) => dispatchedAt !== null);

const isThrough: OfBatch = (rows, id) => {
  const steps = stepsNow(rows, id);
  const isBusy = rowsOf(rows, id).some(
    (row) => row.outstanding || (isCompensation(row) && holds(row)),
  );
  const hasPending = [...rows.phases.values()].some(({ status }) => status === "pending");
  return steps.length > 0 && steps.every(isPassed) && !isBusy && !hasPending;
};
