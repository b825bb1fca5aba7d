/** The log of a run in numbered pages (H-067). */
import { z } from "zod";
import { RunId } from "../identifiers.ts";
import { LIMITS } from "../limits.ts";
import { AgentEvent } from "../messages/agent-event.ts";
import { queryInt } from "./paging.ts";

const PAGE_SIZE_DEFAULT = 100;
const PAGE_MAX = 1_000_000;

export const RunLogsQuery = z.object({
  page: queryInt({ min: 1, max: PAGE_MAX }).default(1),
  page_size: queryInt({ min: 1, max: LIMITS.pageSizeMax }).default(PAGE_SIZE_DEFAULT),
});

export const RunLogs = z.object({
  run_id: RunId,
  page: z.int().min(1),
  page_size: z.int().min(1).max(LIMITS.pageSizeMax),
  total: z.int().min(0),
  logs: z
    .array(
      AgentEvent.pick({
        timestamp: true,
        scenario_name: true,
        event_type: true,
        message: true,
        severity: true,
      }),
    )
    .max(LIMITS.pageSizeMax),
});
export type RunLogs = Readonly<z.output<typeof RunLogs>>;
