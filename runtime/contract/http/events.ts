/** The record of what happened: one numbered log for each batch, without gaps, and one for the
 *  platform itself. */
import { z } from "zod";
import { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { PageQuery, pageOf, queryInt } from "./paging.ts";

const eventType = () =>
  z
    .string()
    .max(LIMITS.nameChars)
    .regex(/^[a-z]+(?:\.[a-z_]+)?$/)
    .describe("A type (`step.failed`), or the word before its dot for all of a kind (`step`).");

const SEQ_MAX = 999_999_999;

export const BatchEventsQuery = PageQuery.extend({
  order: z.enum(["oldest", "newest"]).default("oldest").describe("Which comes first."),
  after: queryInt({ min: 0, max: SEQ_MAX })
    .describe("Only events with a greater number.")
    .exactOptional(),
  type: eventType().exactOptional(),
  memberId: MemberId.exactOptional(),
});
export type BatchEventsQuery = Readonly<z.output<typeof BatchEventsQuery>>;

/** The newest first, of all batches and of the platform. */
export const EventsQuery = PageQuery.extend({
  type: eventType().exactOptional(),
  actor: z.string().min(1).max(LIMITS.nameChars).exactOptional(),
  from: Instant.exactOptional(),
  to: Instant.exactOptional(),
});
export type EventsQuery = Readonly<z.output<typeof EventsQuery>>;

export const EventRecord = z
  .object({
    batchId: BatchId.nullable().describe("Null for the platform itself."),
    seq: z.int().min(1).describe("Its number in the log of its batch."),
    at: Instant,
    type: z.string(),
    actor: z.string().describe("Who or what caused it."),
    cause: z.string().describe("The message, order or timer it came from."),
    memberId: MemberId.nullable(),
    memberKey: z.string().nullable(),
    phaseId: PhaseExecutionId.nullable(),
    phaseName: z.string().nullable(),
    stepId: StepExecutionId.nullable(),
    stepName: z.string().nullable(),
    from: z.string().nullable().describe("The status before."),
    to: z.string().nullable().describe("The status after."),
    detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({
    example: {
      batchId: 42,
      seq: 1207,
      at: "2026-03-14T09:26:53.000Z",
      type: "step.succeeded",
      actor: "worker-01",
      cause: "step-9001-attempt-1",
      memberId: 311,
      memberKey: "ada@contoso.com",
      phaseId: 108,
      phaseName: "provision",
      stepId: 9001,
      stepName: "create-user",
      from: "dispatched",
      to: "succeeded",
      detail: null,
    },
  });
export type EventRecord = Readonly<z.output<typeof EventRecord>>;

export const EventPage = pageOf(EventRecord);
export type EventPage = Readonly<z.output<typeof EventPage>>;
