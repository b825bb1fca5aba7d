/** Members of a batch, as they are shown. */
import type { Member } from "../../contract/http/members.ts";
import { ok } from "../../contract/result.ts";
import { hideSecretsIn } from "../../contract/secret-values.ts";
import type { MemberStatus } from "../../contract/statuses.ts";
import type { BatchReport, Total } from "../../store/reports.ts";
import type { Backend } from "../backend.ts";
import { refuse, storeAway } from "../serving/answer.ts";
import { pageBody, pageIn } from "../serving/cursor.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists } from "./batches.ts";

type Parts = Pick<Backend, "reports">;

export const memberHandlers = (parts: Parts): HandlersOf<"listMembers" | "getMember"> => {
  const { reports } = parts;
  return {
    listMembers: async ({ params: { id }, query }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const page = pageIn(query);
      if (!page.ok) return page;
      const found = await reports.members(id, page.value);
      if (!found.ok) return storeAway(found.error);
      const rows = found.value.rows.map(withoutSecrets);
      const total = countedIn(exists.value.memberCounts, query.status);
      return ok(pageBody({ ...found.value, rows, total }, page.value.after));
    },
    getMember: async ({ params: { id, memberId } }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const found = await reports.member(id, memberId);
      if (!found.ok) return storeAway(found.error);
      return found.value === null
        ? refuse("unknown-member", `Batch ${id} has no member ${memberId}.`)
        : ok(withoutSecrets(found.value));
    },
  };
};

/** The batch keeps these counts itself. */
function countedIn(counts: BatchReport["memberCounts"], status: MemberStatus | undefined): Total {
  const { active, removed, failed } = counts;
  const count = status === undefined ? active + removed + failed : counts[status];
  return { count, isCapped: false };
}

/** A column of passwords is for the step that needs it, not for whoever looks (I30). */
export const withoutSecrets = (member: Member): Member => ({
  ...member,
  data: hideSecretsIn(member.data),
  workerData: hideSecretsIn(member.workerData),
});
