/** Checking a runbook without publishing it, and what changed between two versions. */
import { z } from "zod";
import { RunbookName } from "../identifiers.ts";
import { RunbookVersion } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { jsonRequest } from "./json-request.ts";
import { InputProblem } from "./problem-details.ts";
import { RunbookOutline } from "./runbook-outline.ts";

export const validateRequest = jsonRequest(
  z.object({
    yaml_content: z.string().max(LIMITS.runbookBytes),
    strict: z.boolean().default(false).describe("Unknown keys are errors (X-79)."),
  }),
);

export const Validation = z.object({
  valid: z.boolean(),
  name: z.string().nullable().describe("As the text has it; null while it cannot be read."),
  problems: z.array(InputProblem).describe("In the order of the file."),
  outline: RunbookOutline.nullable().describe("Null unless valid."),
});
export type Validation = Readonly<z.output<typeof Validation>>;

export const DiffQuery = z.object({ from: RunbookVersion, to: RunbookVersion });

export const RunbookDiff = z.object({
  name: RunbookName,
  from: RunbookVersion,
  to: RunbookVersion,
  added: z.int().min(0),
  removed: z.int().min(0),
  lines: z
    .array(
      z.object({
        kind: z.enum(["same", "added", "removed"]),
        text: z.string(),
        fromLine: z.int().min(1).nullable(),
        toLine: z.int().min(1).nullable(),
      }),
    )
    .describe("Both texts in one, line by line."),
});
export type RunbookDiff = Readonly<z.output<typeof RunbookDiff>>;
