/** What the orchestrator receives, and who reads it: the edge at which messages are parsed. */
import type { Received } from "../bus/message.ts";
import type { SubscriptionRef } from "../contract/blueprint/topics.ts";
import { describeMessageFailure, type MessageFailure } from "../contract/messages/failure.ts";
import { type OrchestratorEvent, readEvent } from "../contract/messages/read-event.ts";
import { workerJob } from "../contract/messages/worker-job.ts";
import { workerResult } from "../contract/messages/worker-result.ts";
import { ok, type Result } from "../contract/result.ts";
import type { By } from "../domain/engine/inputs.ts";
import { causedBy, type Guard, type Handler, type Turned } from "./handler.ts";
import { onBatchInit } from "./on-batch-init.ts";
import { onMemberAdded } from "./on-member-added.ts";
import { onMemberRemoved } from "./on-member-removed.ts";
import { onPhaseDue } from "./on-phase-due.ts";
import { onPollCheck } from "./on-poll-check.ts";
import { onRetryCheck } from "./on-retry-check.ts";
import { onWorkerJob } from "./on-worker-job.ts";
import { onWorkerResult } from "./on-worker-result.ts";

export type Letter = {
  readonly message: Received;
  readonly guard: Guard;
  readonly turned: Turned;
};

/** A message that nobody can act on, and why, for the person who finds it. */
export type Unusable = {
  readonly message: Received;
  readonly reason: string;
  readonly description: string;
};

export type Intake = {
  readonly source: SubscriptionRef;
  readonly read: (message: Received) => Result<Letter, MessageFailure>;
};

export const INTAKES: readonly Intake[] = [
  {
    source: { topic: "worker-results", subscription: "orchestrator" },
    read: (message) => {
      const result = workerResult.read(message.body);
      return result.ok ? letter(message, onWorkerResult, result.value, "worker") : result;
    },
  },
  {
    source: { topic: "orchestrator-events", subscription: "orchestrator" },
    read: (message) => {
      const event = readEvent(message.properties["MessageType"], message.body);
      return event.ok ? eventLetter(message, event.value) : event;
    },
  },
  {
    source: { topic: "worker-jobs", subscription: "unrouted" },
    read: (message) => {
      const job = workerJob.read(message.body);
      return job.ok ? letter(message, onWorkerJob, job.value, "bus") : job;
    },
  },
];

function letter<Message>(
  message: Received,
  handler: Handler<Message>,
  content: Message,
  actor: By["actor"],
): Result<Letter, never> {
  const turned = handler.turn(content, causedBy(actor, message.messageId));
  return ok({ message, guard: handler.guard, turned });
}

function eventLetter(message: Received, event: OrchestratorEvent): Result<Letter, never> {
  switch (event.messageType) {
    case "batch-init":
      return letter(message, onBatchInit, event, "bus");
    case "phase-due":
      return letter(message, onPhaseDue, event, "bus");
    case "member-added":
      return letter(message, onMemberAdded, event, "bus");
    case "member-removed":
      return letter(message, onMemberRemoved, event, "bus");
    case "poll-check":
      return letter(message, onPollCheck, event, "bus");
    case "retry-check":
      return letter(message, onRetryCheck, event, "bus");
  }
}

export type ReadLetters = {
  readonly letters: readonly Letter[];
  readonly unusable: readonly Unusable[];
};

export function readLetters({ read }: Intake, messages: readonly Received[]): ReadLetters {
  const letters: Letter[] = [];
  const unusable: Unusable[] = [];
  for (const message of messages) {
    const result = read(message);
    if (result.ok) letters.push(result.value);
    else {
      const description = describeMessageFailure(result.error);
      unusable.push({ message, reason: result.error.kind, description });
    }
  }
  return { letters, unusable };
}
