/** A member has joined (M-042, O-010). Whoever adds one through the engine has its catch-up in the
 *  same commit (R37), so there is nothing left to do but to see that the member is there. */
import type { MemberAdded } from "../contract/messages/member-added.ts";
import type { Handler } from "./handler.ts";

export const onMemberAdded: Handler<MemberAdded> = {
  guard: "state",
  turn: ({ batchId, batchMemberId: memberId }) => ({
    kind: "of-member",
    batchId,
    memberId,
    input: () => null,
  }),
};
