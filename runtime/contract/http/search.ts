/** Members and their steps, across batches. */
import { z } from "zod";
import { RunbookName } from "../identifiers.ts";
import { BatchId, MemberId, StepExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { MEMBER_STATUSES, STEP_STATUSES } from "../statuses.ts";
import { PageQuery, pageOf } from "./paging.ts";

const FOUND_STATUSES = [...new Set([...MEMBER_STATUSES, ...STEP_STATUSES])] as const;

/** All that are given must fit. */
export const SearchQuery = PageQuery.extend({
  member: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.memberKeyChars)
    .describe("How a member's key begins, in any case.")
    .exactOptional(),
  status: z.enum(FOUND_STATUSES).describe("Of a member or of a step.").exactOptional(),
  errorClass: z.string().min(1).max(LIMITS.nameChars).exactOptional(),
  runbookName: RunbookName.exactOptional(),
  from: Instant.describe("Changed at or after.").exactOptional(),
  to: Instant.describe("Changed before.").exactOptional(),
});
export type SearchQuery = Readonly<z.output<typeof SearchQuery>>;

export const SearchHit = z.object({
  kind: z.enum(["member", "step"]).describe("A step where an error class or its status fits."),
  batchId: BatchId,
  runbookName: RunbookName,
  memberId: MemberId.nullable(),
  memberKey: z.string().nullable(),
  stepId: StepExecutionId.nullable(),
  stepName: z.string().nullable(),
  phaseName: z.string().nullable(),
  status: z.enum(FOUND_STATUSES),
  errorClass: z.string().nullable(),
  errorMessage: z.string().nullable(),
  at: Instant.describe("Of its latest change."),
});
export type SearchHit = Readonly<z.output<typeof SearchHit>>;

export const SearchPage = pageOf(SearchHit);
export type SearchPage = Readonly<z.output<typeof SearchPage>>;
