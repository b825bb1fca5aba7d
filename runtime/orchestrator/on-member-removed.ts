/** A member has left (M-042, O-012). The message does not say which stay of the member it means,
 *  and a repeat could end a later one: hence the inbox. Nobody but the engine marks a member
 *  removed, and in that commit its steps are cancelled and its removal begins: of one who is marked
 *  there is nothing left to do (decision 0012). */
import type { MemberRemoved } from "../contract/messages/member-removed.ts";
import type { Handler } from "./handler.ts";

export const onMemberRemoved: Handler<MemberRemoved> = {
  guard: "inbox",
  turn: ({ batchId, batchMemberId: memberId }, by) => ({
    kind: "of-member",
    batchId,
    memberId,
    input: ({ status, generation }) => {
      if (status !== "active") return null;
      return { kind: "member-removed", by, memberId, generation, why: "left_source" };
    },
  }),
};
