/** Look-ups across batches, in SQLite. */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { BatchId, MemberId, StepExecutionId } from "../../contract/ids.ts";
import type { Lookups } from "../lookups.ts";
import { plain } from "../operations/columns.ts";
import { batchesOfExecutions } from "../operations/lookup/batches-of-executions.ts";
import { dealtLimits } from "../operations/lookup/dealt-limits.ts";
import { drainingMembers } from "../operations/lookup/draining-members.ts";
import { failedMembers } from "../operations/lookup/failed-members.ts";
import { listedByKeys } from "../operations/lookup/listed-by-keys.ts";
import { memberHeldElsewhere } from "../operations/lookup/member-held-elsewhere.ts";
import { membersBusyElsewhere } from "../operations/lookup/members-busy-elsewhere.ts";
import type { Access } from "./access.ts";
import { memberOf } from "./batch-rows.ts";

const EXECUTION_ID = plain<StepExecutionId>("id");
const BATCH_ID = plain<BatchId>("batch_id");
const MEMBER_KEY = plain<MemberKey>("member_key");
const MEMBER_ID = plain<MemberId>("id");

export function lookupRows({ statements, read }: Access): Lookups {
  return {
    batchesOf: (executions) =>
      read(() => {
        const rows = statements.all(batchesOfExecutions, [JSON.stringify(executions)]);
        return new Map(
          rows.map(([id = null, batch = null]) => [EXECUTION_ID.read(id), BATCH_ID.read(batch)]),
        );
      }),
    members: (id, keys) =>
      read(() => statements.all(listedByKeys, [id, JSON.stringify(keys)]).map(memberOf)),
    failedMembers: (id, phaseId, after, most) =>
      read(() =>
        statements
          .all(failedMembers, [id, phaseId, after, most])
          .map(([member = null]) => MEMBER_ID.read(member)),
      ),
    draining: (name, keys) =>
      read(() => {
        const rows = statements.all(drainingMembers, [name, JSON.stringify(keys)]);
        return new Map(
          rows.map(([key = null, batch = null]) => [MEMBER_KEY.read(key), BATCH_ID.read(batch)]),
        );
      }),
    busyElsewhere: (id, { members, executions }) =>
      read(() => {
        const whom = [JSON.stringify(members), JSON.stringify(executions)];
        const rows = statements.all(membersBusyElsewhere, [id, ...whom]);
        return new Map(
          rows.map(([member = null, batch = null]) => [
            MEMBER_ID.read(member),
            BATCH_ID.read(batch),
          ]),
        );
      }),
    heldElsewhere: (id, execution) =>
      read(() => {
        const [row] = statements.all(memberHeldElsewhere, [id, execution]);
        return row === undefined ? null : BATCH_ID.read(row[0] ?? null);
      }),
    dealtLimits: () =>
      read(() => statements.all(dealtLimits, []).map(([key = null]) => String(key))),
  };
}
