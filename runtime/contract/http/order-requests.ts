/** What operators say with their orders. */
import { z } from "zod";
import { MemberId, PhaseExecutionId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { jsonRequest } from "./json-request.ts";

const PERCENT_MAX = 100;

const phaseId = PhaseExecutionId.nullable()
  .default(null)
  .describe("One phase alone; null for the whole batch.");

export const phaseOrderRequest = jsonRequest(z.object({ phaseId }));

export const reasonRequest = jsonRequest(
  z.object({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.descriptionChars)
      .meta({ description: "Kept in the log.", example: "Done by hand in the admin centre." }),
  }),
);

export const approveRemovalsRequest = jsonRequest(
  z.object({
    memberIds: z
      .array(MemberId)
      .max(LIMITS.pageSizeMax)
      .nullable()
      .default(null)
      .describe("Null: everybody whom the source does not show at present (X-70)."),
  }),
);

const FailureBudget = z
  .object({
    failedMax: z.int().min(0).nullable().describe("Members that may fail."),
    failedPercentMax: z
      .number()
      .min(0)
      .max(PERCENT_MAX)
      .nullable()
      .describe("Share of a phase's ended members that may fail."),
    sampleMin: z.int().min(1).default(1).describe("Ended members before a share counts."),
  })
  .meta({ description: "Failures beyond it pause the batch." });
export type FailureBudget = Readonly<z.output<typeof FailureBudget>>;

export const budgetRequest = jsonRequest(
  z.object({ budget: FailureBudget.nullable().describe("Null lifts it.") }),
);

export const dismissRequest = jsonRequest(
  z.object({ subject: z.string().min(1).max(LIMITS.textChars).describe("As attention shows it.") }),
);
