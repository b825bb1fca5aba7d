/** Counts, for people and for tests: how many messages are where. */
import type { Queue, State } from "./state.ts";

export type QueueCounts = {
  readonly ready: number;
  readonly locked: number;
  readonly deferred: number;
};

export type SubscriptionCounts = QueueCounts & {
  /** Dead letters in any state. */
  readonly dead: number;
};

export type TopicCounts = {
  readonly topic: string;
  readonly bytes: number;
  readonly scheduled: number;
  /** Messages that no filter took, and duplicates that were left out. */
  readonly dropped: number;
  readonly duplicates: number;
  readonly subscriptions: Readonly<Record<string, SubscriptionCounts>>;
};

export const statistics = (state: State): readonly TopicCounts[] =>
  [...state.topics.values()].map((topic) => ({
    topic: topic.settings.name,
    bytes: topic.bytes,
    scheduled: topic.scheduled.size,
    dropped: topic.dropped,
    duplicates: topic.duplicates,
    subscriptions: Object.fromEntries(
      [...topic.subscriptions.values()].map(({ active, dead }) => [
        active.settings.name,
        { ...countsOf(active), dead: dead.all.size },
      ]),
    ),
  }));

/** A deferred copy that is locked counts as locked. */
function countsOf({ all, locked, sessions, ready }: Queue): QueueCounts {
  const waiting =
    sessions === null
      ? ready.size
      : [...sessions.values()].reduce((sum, session) => sum + session.ready.size, 0);
  return { ready: waiting, locked, deferred: all.size - waiting - locked };
}
