/** Searches, in SQLite. */
import type { Cell } from "../operations/columns.ts";
import { findMember } from "../operations/insight/find-member.ts";
import {
  membersByFailure,
  membersByKey,
  membersNewest,
} from "../operations/insight/found-members.ts";
import { foundMemberOf, foundStepOf } from "../operations/insight/insight-cells.ts";
import { stepsOfMembers } from "../operations/insight/steps-of-members.ts";
import type { Searches, SearchWay } from "../searches.ts";
import type { Access } from "./access.ts";
import type { Statements } from "./statements.ts";

/** Sorts behind every key that begins as asked. */
const LAST = "\u{10ffff}";
const NEVER = "9999-12-31T23:59:59.999Z";
const FIRST = "0001-01-01T00:00:00.000Z";

export function searchRows({ statements, read }: Pick<Access, "statements" | "read">): Searches {
  const { all } = statements;
  return {
    search: (way, runbookName, most) =>
      read(() => windowOf(statements, way, runbookName ?? "", most).map(foundMemberOf)),
    found: (id) => read(() => all(findMember, [id]).map(foundMemberOf)[0] ?? null),
    stepsOf: (id, members) =>
      read(() => all(stepsOfMembers, [id, JSON.stringify(members)]).map(foundStepOf)),
  };
}

function windowOf(
  { all }: Statements,
  way: SearchWay,
  runbook: string,
  most: number,
): readonly Cell[][] {
  switch (way.by) {
    case "key": {
      const { prefix, after } = way;
      const behind = [after?.key ?? prefix, after?.id ?? 0];
      return all(membersByKey, [prefix, prefix + LAST, runbook, ...behind, most]);
    }
    case "failure": {
      const { from, to, before } = way;
      const range = [from?.toISOString() ?? FIRST, to?.toISOString() ?? NEVER];
      const behind = [before?.at.toISOString() ?? NEVER, before?.id ?? Number.MAX_SAFE_INTEGER];
      return all(membersByFailure, [...range, runbook, ...behind, most]);
    }
    case "newest":
      return all(membersNewest, [runbook, way.before ?? Number.MAX_SAFE_INTEGER, most]);
  }
}
