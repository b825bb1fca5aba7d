/** Whether the scheduler looks for new batches of a runbook (M-097). */
import { z } from "zod";
import { RunbookName } from "../identifiers.ts";
import { Instant } from "../instant.ts";
import { jsonRequest } from "./json-request.ts";

export const automationRequest = jsonRequest(z.object({ automationEnabled: z.boolean() }));

export const AutomationStatus = z.object({
  runbookName: RunbookName,
  automationEnabled: z.boolean(),
  enabledAt: Instant.nullable(),
  enabledBy: z.string().nullable(),
  disabledAt: Instant.nullable(),
  disabledBy: z.string().nullable(),
});
export type AutomationStatus = Readonly<z.output<typeof AutomationStatus>>;
