/** What the scheduler asks and keeps, in SQLite. */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { MemberId } from "../../contract/ids.ts";
import type { Absence, Discovery, KnownMember } from "../discovery.ts";
import { type Cell, plain } from "../operations/columns.ts";
import { deleteAbsence } from "../operations/discovery/delete-absence.ts";
import { insertAbsence } from "../operations/discovery/insert-absence.ts";
import { knownMembers } from "../operations/discovery/known-members.ts";
import { listAbsences } from "../operations/discovery/list-absences.ts";
import { startedMembers } from "../operations/discovery/started-members.ts";
import { throughMembers } from "../operations/discovery/through-members.ts";
import { updateAbsence } from "../operations/discovery/update-absence.ts";
import type { Operation } from "../operations/operation.ts";
import { variables } from "../operations/variable-columns.ts";
import type { Access } from "./access.ts";
import { assertLease } from "./transact.ts";

const KEY = plain<MemberKey>("member_key");
const ID = plain<MemberId>("id");
const STATUS = plain<KnownMember["status"]>("status");
const DATA = variables("data_json");

const knownOf = (cells: readonly Cell[]): KnownMember => {
  const [id = null, key = null, status = null, generation, data = null, approved] = cells;
  return {
    id: ID.read(id),
    key: KEY.read(key),
    status: STATUS.read(status),
    generation: Number(generation),
    data: DATA.read(data),
    removalApproved: approved === 1,
  };
};

const absenceOf = ([key = null, misses, among, held]: readonly Cell[]): [MemberKey, Absence] => [
  KEY.read(key),
  { misses: Number(misses), among: among == null ? null : Number(among), held: held === 1 },
];

const idsOf = (
  { all }: Access["statements"],
  operation: Operation,
  ids: readonly MemberId[],
): ReadonlySet<MemberId> =>
  new Set(all(operation, [JSON.stringify(ids)]).map(([id = null]) => ID.read(id)));

function noteAbsence(
  { run }: Access["statements"],
  name: string,
  key: MemberKey,
  absence: Absence | null,
): void {
  if (absence === null) {
    run(deleteAbsence, [name, key]);
    return;
  }
  const cells = [absence.misses, absence.among, Number(absence.held), name, key];
  if (run(updateAbsence, cells) === 0) run(insertAbsence, cells);
}

export function discoveryRows({ statements, writer, now, read }: Access): Discovery {
  return {
    members: (id, after, most) =>
      read(() => statements.all(knownMembers, [id, after, most]).map(knownOf)),
    started: (ids) => read(() => idsOf(statements, startedMembers, ids)),
    through: (ids) => read(() => idsOf(statements, throughMembers, ids)),
    absences: (name) =>
      read(() => {
        const rows = statements.all(listAbsences, [name]);
        return new Map(rows.map(absenceOf));
      }),
    noteAbsences: (name, changes, lease) =>
      writer.write(() => {
        if (lease !== undefined) assertLease(statements, lease, now().toISOString());
        for (const { key, absence } of changes) noteAbsence(statements, name, key, absence);
      }),
  };
}
