/** One phase: steps that are due together, so long before the batch's start time. */
import { z } from "zod";
import { stepList } from "./step.ts";
import { label } from "./text.ts";
import { offset } from "./time-text.ts";

export const phase = z.strictObject({
  name: label().meta({
    description: "Unique in the runbook. A new version finds the phases of running batches by it.",
    examples: ["preparation", "cutover"],
  }),
  offset: offset().meta({
    description:
      "How long before the batch's start time the phase is due: `T-` and a duration, or `T-0` " +
      "for the start itself. Days are 24 hours; seconds round up to whole minutes.",
    examples: ["T-5d", "T-4h", "T-0"],
  }),
  barrier: z
    .boolean()
    .default(false)
    .meta({
      description:
        "With true, every member finishes a step before any member begins the next one; with " +
        "false, members proceed on their own.",
      examples: [true],
    }),
  completion: z
    .enum(["any", "all"])
    .default("any")
    .meta({
      description:
        "What makes the phase completed rather than failed: `any` needs one member who got " +
        "through, `all` needs every member.",
      examples: ["all"],
    }),
  gate: z
    .enum(["previous_phase", "none"])
    .default("previous_phase")
    .meta({
      description:
        "`previous_phase` lets a member in only after its steps of the phase before are over; " +
        "`none` starts at the due time regardless.",
      examples: ["none"],
    }),
  steps: stepList().meta({
    description: "What happens to each member, in this order.",
  }),
});

export type PhaseDocument = z.output<typeof phase>;
