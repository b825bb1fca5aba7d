/** What a runbook's query returns now and which batches that would make; changes nothing
 *  (M-098). */
import { z } from "zod";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { jsonRequest } from "./json-request.ts";
import { InputProblem } from "./problem-details.ts";

export const queryPreviewRequest = jsonRequest(
  z.object({
    /** Rows to show; all rows are counted and grouped. */
    rows: z.int().min(0).max(LIMITS.previewRowsMax).default(LIMITS.pageSizeDefault),
  }),
);

export const QueryPreview = z.object({
  rowCount: z.int().min(0),
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())).max(LIMITS.previewRowsMax),
  batchGroups: z.array(
    z.object({
      /** Null for rows whose batch time is missing or unreadable; `problems` says why. */
      batchStartTime: Instant.nullable(),
      memberCount: z.int().min(0),
    }),
  ),
  problems: z.array(InputProblem),
});
export type QueryPreview = Readonly<z.output<typeof QueryPreview>>;
