/** Look-ups across batches, in the model. */
import type { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import type { Lookups } from "../../../runtime/store/lookups.ts";
import { busyElsewhere, isBusyWith, isHeld, listed } from "./batches.ts";
import { read } from "./connection.ts";
import type { Connection } from "./database.ts";
import { byText } from "./keys.ts";
import type { BatchRows, Tables } from "./tables.ts";

const membersOf = ({ batches }: Tables, id: BatchId): readonly MemberRow[] =>
  [...(batches.get(id)?.members.values() ?? [])].sort((one, other) => one.id - other.id);

export const lookupsOf = (connection: Connection): Lookups => ({
  batchesOf: (executions) =>
    read(connection, ({ batches, unique }) => {
      const found = new Map<StepExecutionId, BatchId>();
      for (const id of [...executions].sort((one, other) => one - other)) {
        const batch = batches.get(unique.get(`execution ${id}`) as BatchId)?.batch;
        if (batch !== undefined) found.set(id, batch.id);
      }
      return found;
    }),
  members: (id, keys) =>
    read(connection, (tables) => {
      const wanted = new Set(keys);
      return membersOf(tables, id)
        .filter(({ key }) => wanted.has(key))
        .map(listed);
    }),
  failedMembers: (id, phaseId, after, most) =>
    read(connection, (tables) => {
      const rows = tables.batches.get(id);
      return membersOf(tables, id)
        .filter((member) => member.status === "failed" && member.id > after)
        .filter((member) => rows !== undefined && failedIn(rows, member, phaseId))
        .slice(0, most)
        .map((member) => member.id);
    }),
  ...waitsOf(connection),
  dealtLimits: () =>
    read(connection, ({ batches }) => {
      const slots = [...batches.values()].flatMap((rows) => [...rows.slots.values()]);
      const dealt = slots.filter(({ granted }) => granted !== null);
      return [...new Set(dealt.map(({ key }) => key))].sort(byText);
    }),
});

/** Who is still at work on a member elsewhere. */
const waitsOf = (
  connection: Connection,
): Pick<Lookups, "draining" | "busyElsewhere" | "heldElsewhere"> => ({
  draining: (name, keys) =>
    read(connection, (tables) => {
      const found = new Map<MemberKey, BatchId>();
      const ofRunbook = [...tables.batches.values()]
        .filter(({ batch }) => batch.runbookName === name)
        .sort((one, other) => one.batch.id - other.batch.id);
      for (const rows of ofRunbook) {
        for (const key of keys) {
          const isLetGo = rows.memberOfKey.has(key) && !isHeld(tables, rows, key);
          if (isLetGo && isBusyWith(tables, rows.batch.id, key)) found.set(key, rows.batch.id);
        }
      }
      return found;
    }),
  heldElsewhere: (id, execution) =>
    read(connection, (tables) => {
      const rows = tables.batches.get(id);
      const memberId = rows?.executions.get(execution)?.memberId ?? 0;
      const key = memberId === 0 ? undefined : rows?.members.get(memberId)?.key;
      if (rows === undefined || key === undefined) return null;
      for (const other of tables.batches.values()) {
        const { id: batchId, runbookName } = other.batch;
        if (batchId === id || runbookName !== rows.batch.runbookName) continue;
        if (isHeld(tables, other, key)) return batchId;
      }
      return null;
    }),
  busyElsewhere: (id, { members, executions }) =>
    read(connection, (tables) => {
      const rows = tables.batches.get(id);
      const found = new Map<MemberId, BatchId>();
      if (rows === undefined) return found;
      const meant = new Set<MemberId | 0>(members);
      for (const each of executions) meant.add(rows.executions.get(each)?.memberId ?? 0);
      for (const member of membersOf(tables, id)) {
        const other = meant.has(member.id) ? busyElsewhere(tables, rows, member.key) : null;
        if (other !== null) found.set(member.id, other);
      }
      return found;
    }),
});

const FAILED: ReadonlySet<string> = new Set(["failed", "poll_timeout", "rolled_back"]);

/** Phase 0 stands for the whole batch. */
const failedIn = (
  rows: BatchRows,
  { id, generation }: MemberRow,
  phaseId: PhaseExecutionId | 0,
): boolean =>
  phaseId === 0 ||
  [...(rows.ofMember.get(id) ?? [])].some((executionId) => {
    const row = rows.executions.get(executionId);
    const isMeant = row?.phaseId === phaseId && row.generation === generation;
    return isMeant && FAILED.has(row.status);
  });
