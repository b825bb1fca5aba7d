/** A member left a batch; its row is already marked (M-042, O-012). */
import { z } from "zod";
import { MemberKey, RunbookName } from "../identifiers.ts";
import { BatchId, MemberId, RunbookVersion } from "../ids.ts";
import { messageFormat } from "./format.ts";

const MemberRemoved = z.object({
  messageType: z.literal("member-removed").default("member-removed"),
  /** Null when the sender leaves it out: the batch knows both. */
  runbookName: RunbookName.nullable().default(null),
  runbookVersion: RunbookVersion.nullable().default(null),
  batchId: BatchId,
  batchMemberId: MemberId,
  memberKey: MemberKey,
});
export type MemberRemoved = Readonly<z.output<typeof MemberRemoved>>;

export const memberRemoved = messageFormat(MemberRemoved);
