/** A runbook document as authors write it: snake_case keys, durations as text. This schema knows
 *  shapes only; `runtime/runbook` adds meaning and turns a document into the domain's Runbook. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { dataSource } from "./data-source.ts";
import { phase } from "./phase.ts";
import { retryPolicy } from "./policies.ts";
import { stepList } from "./step.ts";
import { label, runbookName } from "./text.ts";

const TIME_ZONE_CHARS = 64;

export const runbookDocument = z.strictObject({
  name: runbookName().meta({
    description:
      "The runbook's name, the same as the one it is published under: letters of any script, " +
      "digits, blanks and most punctuation.",
    examples: ["contoso-mailbox-migration", "Contoso Mailbox Migration (Wave 1)"],
  }),
  description: z
    .string()
    .max(LIMITS.descriptionChars)
    .optional()
    .meta({
      description: "What the runbook does and for whom.",
      examples: ["Moves the mailboxes of Contoso to Fabrikam."],
    }),
  time_zone: z
    .string()
    .min(1)
    .max(TIME_ZONE_CHARS)
    .default("UTC")
    .meta({
      description: "The IANA time zone of start times that are written without an offset.",
      examples: ["UTC", "Europe/Berlin"],
    }),
  data_source: dataSource.meta({ description: "Where the members come from." }),
  on_reschedule: z
    .enum(["move", "remove_add"])
    .default("move")
    .meta({
      description:
        "What happens when a member's start time changes. `move` carries the member to the other " +
        "batch as long as no phase has begun for it; `remove_add` always treats it as one " +
        "member leaving and another joining.",
      examples: ["remove_add"],
    }),
  retry: retryPolicy.optional().meta({
    description: "The retry policy of every step that has none of its own.",
    examples: [{ max_retries: 2, interval: "1m" }],
  }),
  init: stepList().default([]).meta({
    description:
      "Steps that run once per batch before any phase. They know the batch, not the members.",
  }),
  phases: z.array(phase).min(1).max(LIMITS.phasesPerRunbook).meta({
    description: "The phases, earliest first.",
  }),
  on_member_removed: stepList().default([]).meta({
    description: "Steps for a member who leaves a batch that is under way.",
  }),
  finalize: stepList()
    .default([])
    .meta({
      description:
        "Steps that run once per batch after all phases are over, whatever came of them; also " +
        "after a cancellation, once the jobs that were out have ended. Not after an init that " +
        "failed, which may be retried, nor when the batch is cancelled before its init is over. " +
        "A failure here is shown and leaves the batch's outcome as it is.",
    }),
  rollbacks: z.record(label(), stepList()).default({}).meta({
    description: "Named sequences of steps that undo work; a step names one in `on_failure`.",
  }),
});

export type RunbookDocument = z.output<typeof runbookDocument>;
