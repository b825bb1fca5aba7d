/** What an agent says while it works on a scenario, on `agent-logs` (H-049 … H-051).
 *  Its session is `agent_id`, which keeps one agent's events in order. */
import { z } from "zod";
import { FreeText } from "../free-text.ts";
import { RunId, ScenarioName } from "../identifiers.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { messageFormat } from "./format.ts";

export const AGENT_EVENT_TYPES = [
  "agent_started",
  "resource_created",
  "operation",
  "cleanup_complete",
  "error",
] as const;
export const SEVERITIES = ["info", "warning", "error"] as const;

const isSmall = (tags: object): boolean => Object.keys(tags).length <= LIMITS.tagsPerResource;

export const AgentEvent = z.object({
  event_type: z.enum(AGENT_EVENT_TYPES),
  timestamp: Instant,
  scenario_name: ScenarioName,
  run_id: RunId,
  agent_id: z.string().min(1).max(LIMITS.messageIdChars),
  sp_name: z.string().min(1).max(LIMITS.nameChars),
  message: FreeText,
  resource_id: FreeText.nullable().default(null),
  resource_type: FreeText.nullable().default(null),
  tags: z
    .record(z.string(), z.string())
    .refine(isSmall, `must have at most ${LIMITS.tagsPerResource} entries`)
    .nullable()
    .default(null),
  severity: z.enum(SEVERITIES).default("info"),
  details: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type AgentEvent = Readonly<z.output<typeof AgentEvent>>;

export const agentEvent = messageFormat(AgentEvent);
