/** Who is in which group. Graph answers for twenty groups at a time; more are asked together. */
import { z } from "zod";
import { fail, ok } from "../../../contract/result.ts";
import type { Directory } from "../../directory.ts";
import { type BatchedRequest, batched } from "./batch.ts";
import { type Graph, graphFailure, isSuccess } from "./client.ts";
import { segment } from "./odata.ts";
import { listed } from "./paging.ts";

const GROUPS_PER_CALL = 20;
const PAGE_SIZE = 999;
const Ids = z.object({ value: z.array(z.string()) });
const Member = z.object({ id: z.string().min(1) });

type Memberships = Pick<Directory, "memberOf" | "members">;

export const memberships = (graph: Graph): Memberships => ({
  memberOf: async (userId, groupIds) => {
    const answers = await batched(graph, questions(userId, groupIds));
    if (!answers.ok) return answers;
    const found = new Set<string>();
    for (const answer of answers.value) {
      if (!isSuccess(answer)) return fail(graphFailure(graph, answer));
      const ids = Ids.safeParse(answer.body);
      if (!ids.success) return fail(graphFailure(graph, answer));
      for (const id of ids.data.value) found.add(id);
    }
    return ok(found);
  },
  members: async (groupId, max) => {
    const top = Math.min(PAGE_SIZE, max + 1);
    const path = `/v1.0/groups/${segment(groupId)}/members?$select=id&$top=${top}`;
    const list = await listed(graph, Member, path, max);
    if (!list.ok) return list;
    return ok({ ids: list.value.items.map(({ id }) => id), more: list.value.more });
  },
});

function questions(userId: string, groupIds: readonly string[]): readonly BatchedRequest[] {
  const distinct = [...new Set(groupIds)];
  const count = Math.ceil(distinct.length / GROUPS_PER_CALL);
  return Array.from({ length: count }, (_, index) => {
    const from = index * GROUPS_PER_CALL;
    return {
      method: "POST",
      path: `/users/${segment(userId)}/checkMemberGroups`,
      body: { groupIds: distinct.slice(from, from + GROUPS_PER_CALL) },
    };
  });
}
