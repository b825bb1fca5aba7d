/** Members of a batch, as they are shown. */

import type { Member } from "../../contract/http/members.ts";
import type { JsonObject } from "../../contract/json-object.ts";
import { hideMarked } from "../../contract/marked-values.ts";
import { ok } from "../../contract/result.ts";
import { hideSecretsIn } from "../../contract/secret-values.ts";
import type { MemberStatus } from "../../contract/statuses.ts";
import type { BatchReport, Total } from "../../store/reports.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";
import { pageBody, pageIn } from "../serving/cursor.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists } from "./batches.ts";
import { planOf } from "./plan-of.ts";

type Parts = Pick<Backend, "engine" | "reports">;

export const memberHandlers = (parts: Parts): HandlersOf<"listMembers" | "getMember"> => {
  const { reports } = parts;
  return {
    listMembers: async ({ params: { id }, query }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const page = pageIn(query);
      if (!page.ok) return page;
      const marked = await markedIn(parts, exists.value);
      if (!marked.ok) return marked;
      const found = await reports.members(id, page.value);
      if (!found.ok) return storeAway(found.error);
      const rows = found.value.rows.map((row) => withoutSecrets(row, marked.value));
      const total = countedIn(exists.value.memberCounts, query.status);
      return ok(pageBody({ ...found.value, rows, total }, page.value.after));
    },
    getMember: async ({ params: { id, memberId } }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const marked = await markedIn(parts, exists.value);
      if (!marked.ok) return marked;
      const found = await reports.member(id, memberId);
      if (!found.ok) return storeAway(found.error);
      return found.value === null
        ? refuse("unknown-member", `Batch ${id} has no member ${memberId}.`)
        : ok(withoutSecrets(found.value, marked.value));
    },
  };
};

/** The batch keeps these counts itself. */
function countedIn(counts: BatchReport["memberCounts"], status: MemberStatus | undefined): Total {
  const { active, removed, failed } = counts;
  const count = status === undefined ? active + removed + failed : counts[status];
  return { count, isCapped: false };
}

/** What the batch's version of its runbook marks as sensitive. */
export async function markedIn(
  { engine }: Pick<Backend, "engine">,
  { runbookName, runbookVersion }: Pick<BatchReport, "runbookName" | "runbookVersion">,
): Promise<Answer<ReadonlySet<string>>> {
  const plan = await planOf(engine, runbookName, runbookVersion);
  return plan.ok ? ok(new Set(plan.value.sensitive)) : plan;
}

/** A column of passwords is for the step that needs it, not for whoever looks (I30). */
export const withoutSecrets = (member: Member, marked: ReadonlySet<string>): Member => ({
  ...member,
  data: shownData(member.data, marked),
  workerData: shownData(member.workerData, marked),
});

export const shownData = (data: JsonObject, marked: ReadonlySet<string>): JsonObject =>
  hideSecretsIn(hideMarked(data, marked));
