/** A member joined a batch that is already under way (M-042, O-010). */
import { z } from "zod";
import { MemberKey, RunbookName } from "../identifiers.ts";
import { BatchId, MemberId, RunbookVersion } from "../ids.ts";
import { messageFormat } from "./format.ts";

const MemberAdded = z.object({
  messageType: z.literal("member-added").default("member-added"),
  /** Null when the sender leaves it out: the batch knows both. */
  runbookName: RunbookName.nullable().default(null),
  runbookVersion: RunbookVersion.nullable().default(null),
  batchId: BatchId,
  batchMemberId: MemberId,
  memberKey: MemberKey,
});
export type MemberAdded = Readonly<z.output<typeof MemberAdded>>;

export const memberAdded = messageFormat(MemberAdded);
