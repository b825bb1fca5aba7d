/** Every command of `drover`, said once: nouns with their verbs, and the words that stand alone.
 *  Help, completion and the tests that look at all commands go by this table. */
import { AUTH } from "../commands/auth/noun.ts";
import { AUTOMATION, QUERY, TEMPLATE } from "../commands/automation/noun.ts";
import { BATCH_NOUN } from "../commands/batch/noun.ts";
import { CONFIG } from "../commands/config/noun.ts";
import { FUNCTION } from "../commands/function/noun.ts";
import { INCIDENT } from "../commands/incident/noun.ts";
import { META_COMMANDS } from "../commands/meta/commands.ts";
import { RUN_NOUN } from "../commands/run/noun.ts";
import { RUNBOOK } from "../commands/runbook/noun.ts";
import { LONE_ASKING } from "../commands/status/commands.ts";
import { AUDIT, LIMIT_NOUN, WORKER } from "../commands/worker/noun.ts";
import type { CommandSpec, NounSpec } from "./command-spec.ts";

export const NOUNS: readonly NounSpec[] = [
  RUNBOOK,
  BATCH_NOUN,
  AUTOMATION,
  QUERY,
  TEMPLATE,
  INCIDENT,
  RUN_NOUN,
  WORKER,
  FUNCTION,
  LIMIT_NOUN,
  AUDIT,
  AUTH,
  CONFIG,
];

export const LONE_COMMANDS: readonly CommandSpec[] = [...LONE_ASKING, ...META_COMMANDS];
