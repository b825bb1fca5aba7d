/** Members of a batch (M-092, M-093, M-101). */
import { z } from "zod";
import { MemberKey } from "../identifiers.ts";
import { BatchId, MemberId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { MEMBER_STATUSES } from "../statuses.ts";
import { PageQuery, pageOf } from "./paging.ts";
import { InputProblem } from "./problem-details.ts";

export const MemberPath = z.object({ id: BatchId, memberId: MemberId });

export const MemberListQuery = PageQuery.extend({
  status: z.enum(MEMBER_STATUSES).exactOptional(),
});
export type MemberListQuery = Readonly<z.output<typeof MemberListQuery>>;

export const Member = z.object({
  id: MemberId,
  batchId: BatchId,
  memberKey: MemberKey,
  status: z.enum(MEMBER_STATUSES),
  data: z.record(z.string(), z.unknown()),
  /** What `output_params` of finished steps brought. */
  workerData: z.record(z.string(), z.unknown()),
  addedAt: Instant,
  removedAt: Instant.nullable(),
  failedAt: Instant.nullable(),
  addDispatchedAt: Instant.nullable(),
  removeDispatchedAt: Instant.nullable(),
});

export type Member = Readonly<z.output<typeof Member>>;

export const MemberPage = pageOf(Member);
export type MemberPage = Readonly<z.output<typeof MemberPage>>;

export const MembersAdded = z.object({
  batchId: BatchId,
  added: z.int().min(0),
  /** Rows whose member the batch already had (M-092). */
  skipped: z.int().min(0),
  problems: z.array(InputProblem),
});
export type MembersAdded = Readonly<z.output<typeof MembersAdded>>;

export const RemovedMember = z.object({
  id: MemberId,
  batchId: BatchId,
  memberKey: MemberKey,
  status: z.literal("removed"),
  removedAt: Instant,
});
export type RemovedMember = Readonly<z.output<typeof RemovedMember>>;
