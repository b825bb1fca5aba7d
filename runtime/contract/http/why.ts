/** Why something is not moving: for any batch, phase, member or step that has not ended exactly
 *  one current reason of a closed set, the chain of reasons behind it, what would move it, and an
 *  honest interval for its end. */
import { z } from "zod";
import { PhaseName } from "../identifiers.ts";
import { BatchId, MemberId, StepExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { REASON_KINDS } from "../reasons.ts";
import { ROLES } from "./roles.ts";

/** At most one of them; none asks about the batch. */
export const WhyQuery = z
  .object({
    phase: PhaseName.exactOptional(),
    memberId: MemberId.exactOptional(),
    stepId: StepExecutionId.exactOptional(),
  })
  .refine(
    (query) => Object.values(query).filter((value) => value !== undefined).length <= 1,
    "takes one of phase, memberId and stepId",
  );
export type WhyQuery = Readonly<z.output<typeof WhyQuery>>;

export const SubjectRef = z.object({
  kind: z.enum(["batch", "phase", "member", "step"]),
  id: z.int().min(1),
  name: z.string().describe("What people call it: a runbook's, phase's or step's name, a key."),
});
export type SubjectRef = Readonly<z.output<typeof SubjectRef>>;

export const Reason = z.object({
  kind: z.enum(REASON_KINDS),
  subject: SubjectRef,
  sentence: z.string().describe("For people."),
  since: Instant.nullable(),
  until: Instant.nullable().describe("When it is looked at again by itself; null: never."),
});
export type Reason = Readonly<z.output<typeof Reason>>;

export const Move = z.object({
  sentence: z.string().describe("What it would do."),
  command: z.string().nullable().describe("As it is typed; null where only waiting helps."),
  route: z.string().nullable().describe("Name of the route; null where only waiting helps."),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  body: z.record(z.string(), z.unknown()).nullable(),
  roles: z.array(z.enum(ROLES)).describe("Any of them may."),
});
export type Move = Readonly<z.output<typeof Move>>;

export const Eta = z.object({
  earliest: Instant.nullable(),
  latest: Instant.nullable().describe("Null: nobody can say; `basis` says why."),
  basis: z.string().describe("What the interval rests on."),
});
export type Eta = Readonly<z.output<typeof Eta>>;

export const Why = z
  .object({
    batchId: BatchId,
    subject: SubjectRef,
    status: z.string(),
    current: Reason.nullable().describe("Null when the subject has ended."),
    chain: z.array(Reason).describe("What is behind the current reason, the nearest first."),
    moves: z.array(Move),
    eta: Eta.nullable().describe("Null when the subject has ended."),
  })
  .meta({
    example: {
      batchId: 42,
      subject: { kind: "member", id: 311, name: "ada@contoso.com" },
      status: "active",
      current: {
        kind: "poll-due",
        subject: { kind: "step", id: 9001, name: "move-mailbox" },
        sentence: "move-mailbox is asked again at 09:30 whether it is done.",
        since: "2026-03-14T09:00:00.000Z",
        until: "2026-03-14T09:30:00.000Z",
      },
      chain: [],
      moves: [],
      eta: {
        earliest: "2026-03-14T09:30:00.000Z",
        latest: "2026-03-14T14:00:00.000Z",
        basis: "31 earlier moves of this runbook took 25 min to 5 h.",
      },
    },
  });
export type Why = Readonly<z.output<typeof Why>>;
