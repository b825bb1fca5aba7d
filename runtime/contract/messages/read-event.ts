/** Orchestrator events: six kinds on one topic, told apart by the application property
 *  `MessageType` (M-039). An unknown kind is a failure of its own (M-049). */
import type { JsonText } from "../json.ts";
import { fail, type Result } from "../result.ts";
import { type BatchInit, batchInit } from "./batch-init.ts";
import type { MessageFailure } from "./failure.ts";
import { type MemberAdded, memberAdded } from "./member-added.ts";
import { type MemberRemoved, memberRemoved } from "./member-removed.ts";
import { type PhaseDue, phaseDue } from "./phase-due.ts";
import { type PollCheck, pollCheck } from "./poll-check.ts";
import { type RetryCheck, retryCheck } from "./retry-check.ts";

/** `messageType` of each tells which it is. */
export type OrchestratorEvent =
  | BatchInit
  | PhaseDue
  | MemberAdded
  | MemberRemoved
  | PollCheck
  | RetryCheck;
export type EventType = OrchestratorEvent["messageType"];

type Reader = (body: JsonText) => Result<OrchestratorEvent, MessageFailure>;

const READERS = {
  "batch-init": batchInit.read,
  "phase-due": phaseDue.read,
  "member-added": memberAdded.read,
  "member-removed": memberRemoved.read,
  "poll-check": pollCheck.read,
  "retry-check": retryCheck.read,
} as const satisfies Readonly<Record<EventType, Reader>>;

const isEventType = (text: string): text is EventType => Object.hasOwn(READERS, text);

/** `messageType` is the application property as it came. A body that names another type than
 *  the property does is invalid: one of the two is wrong, and we cannot tell which. */
export function readEvent(
  messageType: unknown,
  body: JsonText,
): Result<OrchestratorEvent, MessageFailure> {
  if (typeof messageType !== "string") return fail({ kind: "unknown-type", messageType: null });
  if (!isEventType(messageType)) return fail({ kind: "unknown-type", messageType });
  return READERS[messageType](body);
}
