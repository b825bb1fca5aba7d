/** Whether the scheduler looks for new batches of a runbook (M-097). */
import { z } from "zod";
import { RunbookName } from "../identifiers.ts";
import { Instant } from "../instant.ts";
import { REASON_KINDS } from "../reasons.ts";
import { jsonRequest } from "./json-request.ts";

export const automationRequest = jsonRequest(z.object({ automationEnabled: z.boolean() }));

export const AutomationStatus = z.object({
  runbookName: RunbookName,
  automationEnabled: z.boolean(),
  enabledAt: Instant.nullable(),
  enabledBy: z.string().nullable(),
  disabledAt: Instant.nullable(),
  disabledBy: z.string().nullable(),
  finds: z
    .object({
      kind: z.enum(REASON_KINDS),
      sentence: z.string().describe("For people."),
      since: Instant.nullable(),
    })
    .describe("Why no new batch comes; `next-look` when nothing is in the way."),
});
export type AutomationStatus = Readonly<z.output<typeof AutomationStatus>>;
