/** The whole broker as records, a slice at a time, while it goes on working: so that everything
 *  before the checkpoint began can be forgotten without stopping anybody for long.
 *  A slice tells what is true when it is made. A record between the beginning and the end may name
 *  what no slice has told of yet; it is passed over, because the slice comes later and knows of
 *  it. What arrived since the beginning is in records of its own, so slices leave it out.
 *  C1. Ready copies are told of before dead letters: a copy that is buried meanwhile is told of in
 *      the first place, or in the second, or its burial is a record that finds it.
 *  C2. To a broker that is not reading a checkpoint these records mean nothing. */
import { copiesFrom } from "./copy-map.ts";
import type { JournalRecord, KeptCopy, KeptLease } from "./journal.ts";
import { packHashes } from "./seen-ids.ts";
import type { Copy, Queue, State, TopicState } from "./state.ts";

type Slice = readonly JournalRecord[];

/** Copies in a slice: some tenths of a millisecond of work. */
const COPIES_MAX = 512;
const HASHES_MAX = 16_384;

export function* checkpoint(state: State, id: number): Generator<Slice, void> {
  const topics = [...state.topics.values()];
  const lasts = new Map(topics.map((topic) => [topic, topic.lastSequence]));
  yield [{ kind: "checkpoint-began", id }, ...topics.flatMap(settingsOf)];
  for (const topic of topics) {
    yield* seenOf(topic, state.now);
    yield* scheduledOf(topic);
  }
  for (const dead of [false, true]) {
    for (const topic of topics) {
      for (const subscription of topic.subscriptions.values())
        yield* copiesOf(dead ? subscription.dead : subscription.active, lasts.get(topic) ?? 0);
    }
  }
  yield [{ kind: "checkpoint-ended", id }];
}

function settingsOf(topic: TopicState): Slice {
  const { settings, lastSequence, dropped, duplicates } = topic;
  const { name } = settings;
  const subscriptions = [...topic.subscriptions.values()];
  return [
    { kind: "topic", settings },
    { kind: "kept-topic", topic: name, lastSequence, dropped, duplicates },
    ...subscriptions.flatMap(
      ({ active }): Slice => [
        { kind: "subscription", topic: name, settings: active.settings },
        ...sessionsOf(active),
      ],
    ),
  ];
}

const sessionsOf = ({ ref: queue, sessions }: Queue): Slice =>
  [...(sessions?.values() ?? [])].map(({ id: sessionId, state, lease }) => ({
    kind: "kept-session",
    queue,
    sessionId,
    state,
    lease: lease && { token: lease.token, owner: lease.owner, until: lease.until },
  }));

function* seenOf({ settings, seen }: TopicState, now: number): Generator<Slice, void> {
  for (let place = 0; place < seen.until.length; place += HASHES_MAX) {
    const hashes = packHashes(seen, now, place, place + HASHES_MAX);
    if (hashes !== "") yield [{ kind: "kept-seen", topic: settings.name, now, hashes }];
  }
}

function* scheduledOf({ settings, scheduled }: TopicState): Generator<Slice, void> {
  const all = [...scheduled.entries()];
  for (let place = 0; place < all.length; place += COPIES_MAX) {
    const some = all
      .slice(place, place + COPIES_MAX)
      .filter(([sequence]) => scheduled.has(sequence));
    yield [
      {
        kind: "kept-scheduled",
        topic: settings.name,
        scheduled: some.map(([sequence, { timer }]) => [sequence, timer.due]),
        messages: some.map(([, { message }]) => message),
      },
    ];
  }
}

function* copiesOf(queue: Queue, last: number): Generator<Slice, void> {
  let from = 0;
  for (;;) {
    const copies: Copy[] = [];
    for (const copy of copiesFrom(queue.all, from)) {
      if (copies.length === COPIES_MAX || copy.sequence > last) break;
      copies.push(copy);
    }
    const end = copies.at(-1);
    if (end === undefined) return;
    from = end.sequence + 1;
    yield [
      {
        kind: "kept-copies",
        queue: queue.ref,
        copies: copies.map(keptCopy),
        messages: copies.map(({ message }) => message),
      },
    ];
  }
}

function keptCopy(copy: Copy): KeptCopy {
  const { sequence, enqueuedAt, expiresAt, deliveries, deferred, suspect, changes, claim } = copy;
  const lease: KeptLease | null = copy.lease && {
    token: copy.lease.token,
    owner: copy.lease.owner,
    until: copy.lease.until,
  };
  return { sequence, enqueuedAt, expiresAt, deliveries, deferred, suspect, changes, claim, lease };
}
