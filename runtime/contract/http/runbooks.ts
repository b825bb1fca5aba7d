/** Runbooks and their versions (M-094 … M-096). */
import { z } from "zod";
import { RunbookName } from "../identifiers.ts";
import { RunbookVersion } from "../ids.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { jsonRequest } from "./json-request.ts";
import { InputProblem } from "./problem-details.ts";
import { RunbookOutline } from "./runbook-outline.ts";

const OverdueBehavior = z.enum(["rerun", "ignore"]);

/** Defaults repeat no work that a batch under way has already had: overdue phases stay
 *  skipped and init is not run again unless the publisher asks for it. */
export const publishRequest = jsonRequest(
  z.object({
    name: RunbookName,
    yaml_content: z.string().min(1).max(LIMITS.runbookBytes),
    overdue_behavior: OverdueBehavior.default("ignore"),
    rerun_init: z.boolean().default(false),
    /** Whether batches under way move to the new version or stay on theirs. */
    in_flight: z.enum(["transition", "pin"]).default("transition"),
    /** Publish although a connection or worker it names is not registered. */
    force: z.boolean().default(false),
  }),
);

export const RunbookSummary = z.object({
  name: RunbookName,
  version: RunbookVersion,
  description: z.string().nullable(),
  isActive: z.boolean(),
  automationEnabled: z.boolean(),
  overdueBehavior: OverdueBehavior,
  rerunInit: z.boolean(),
  createdAt: Instant,
  publishedBy: z.string().nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
});
export type RunbookSummary = Readonly<z.output<typeof RunbookSummary>>;

export const RunbookDetail = RunbookSummary.extend({
  yamlContent: z.string(),
  dataTableName: z.string(),
  ignoreOverdueApplied: z.boolean(),
  /** Null when the text is no longer a runbook to this version of Drover. */
  outline: RunbookOutline.nullable(),
});
export type RunbookDetail = Readonly<z.output<typeof RunbookDetail>>;

export const PublishedRunbook = z.object({
  name: RunbookName,
  version: RunbookVersion,
  dataTableName: z.string(),
  /** Warnings; errors would have refused the version. */
  problems: z.array(InputProblem),
});
export type PublishedRunbook = Readonly<z.output<typeof PublishedRunbook>>;

export const RunbookPath = z.object({ name: RunbookName });
export const RunbookVersionPath = z.object({ name: RunbookName, v: RunbookVersion });
