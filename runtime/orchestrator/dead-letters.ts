/** Reads dead letters, so that none lies unseen: each becomes an incident for a person, and a job
 *  among them also tells its step that no answer will come (R19, X-52).
 *  - A message dies when it dies, whatever its number: a queue is read from its beginning again
 *    after its end. Each round is bounded; the next goes on where it stopped.
 *  - Reading does not take: a dead letter stays until an operator sends it again or lets it go,
 *    and so there are as many dead letters as open incidents (I35). */
import type { Bus } from "../bus/bus.ts";
import { PEEK_MAX } from "../bus/bus.ts";
import type { Settlement } from "../bus/lock.ts";
import type { Peeked } from "../bus/message.ts";
import type { Topic } from "../contract/blueprint/topic-shape.ts";
import { workerJob } from "../contract/messages/worker-job.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Engine, Item } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { IncidentDraft } from "../store/incidents.ts";
import type { Store } from "../store/store.ts";
import { type DeadLetterQueue, deadLetterQueues } from "./dead-letter-queues.ts";
import type { Observe } from "./fault.ts";
import { causedBy } from "./handler.ts";
import { lostJob } from "./on-worker-job.ts";
import { unsentJobs } from "./unsent-jobs.ts";

const PAGES_PER_ROUND_MAX = 4;

export type DeadLetterParts = {
  readonly bus: Pick<Bus, "peek">;
  readonly store: Pick<Store<Settlement>, "incidents" | "workers">;
  readonly engine: Pick<Engine, "handle">;
  readonly observe: Observe;
  readonly topics: Readonly<Record<string, Topic>>;
};

/** One round over all queues; answers how many dead letters were new to this reader. */
export type ReadDeadLetters = () => Promise<Result<number, CommitFailure>>;

/** Where reading goes on, and what this reader has dealt with since the queue's beginning. */
type Bookmark = { from: number; known: Set<number>; seen: Set<number> };

export function deadLetterReader(parts: DeadLetterParts): ReadDeadLetters {
  const bookmarks = new Map<string, Bookmark>();
  const tellUnsent = unsentJobs(parts);
  return async () => {
    const workers = await parts.store.workers.registered();
    if (!workers.ok) return workers;
    const ids = workers.value.map(({ manifest }) => manifest.workerId);
    let found = 0;
    for (const queue of deadLetterQueues(parts.topics, ids)) {
      const name = `${queue.topic}/${queue.subscription}`;
      const bookmark = bookmarks.get(name) ?? { from: 0, known: new Set(), seen: new Set() };
      bookmarks.set(name, bookmark);
      const read = await readQueue(parts, queue, bookmark);
      if (!read.ok) return read;
      found += read.value;
    }
    const unsent = await tellUnsent();
    return unsent.ok ? ok(found + unsent.value) : unsent;
  };
}

async function readQueue(
  parts: DeadLetterParts,
  queue: DeadLetterQueue,
  bookmark: Bookmark,
): Promise<Result<number, CommitFailure>> {
  let found = 0;
  for (let pages = 0; pages < PAGES_PER_ROUND_MAX; pages += 1) {
    const peeked = await parts.bus.peek(queue, { from: bookmark.from, max: PEEK_MAX });
    if (!peeked.ok) {
      const at = `${queue.topic}/${queue.subscription}`;
      if (peeked.error.kind !== "unknown-entity")
        parts.observe({ kind: "receive-failed", at, failure: peeked.error });
      return ok(found);
    }
    const letters = peeked.value;
    const fresh = letters.filter(({ sequenceNumber }) => !bookmark.known.has(sequenceNumber));
    const told = await tell(parts, queue, fresh);
    if (!told.ok) return told;
    found += fresh.length;
    for (const { sequenceNumber } of letters) {
      bookmark.known.add(sequenceNumber);
      bookmark.seen.add(sequenceNumber);
    }
    const last = letters.at(-1);
    bookmark.from = last === undefined ? bookmark.from : last.sequenceNumber + 1;
    if (letters.length < PEEK_MAX) {
      beginAgain(bookmark);
      break;
    }
  }
  return ok(found);
}

/** What was not met on the way is gone, and need not be remembered. */
function beginAgain(bookmark: Bookmark): void {
  bookmark.from = 0;
  bookmark.known = bookmark.seen;
  bookmark.seen = new Set();
}

async function tell(
  { store, engine }: DeadLetterParts,
  queue: DeadLetterQueue,
  letters: readonly Peeked[],
): Promise<Result<void, CommitFailure>> {
  if (letters.length === 0) return ok(undefined);
  const read = letters.map((letter) => ({ letter, job: jobIn(queue, letter) }));
  const opened = await store.incidents.open(
    read.map(({ letter, job }) => draftOf(queue, letter, job?.batchId ?? 0)),
  );
  if (!opened.ok) return opened;
  const items = read.flatMap(({ letter, job }) => {
    if (job === null) return [];
    const { batchId, input } = lostJob(job, causedBy("bus", letter.messageId), reasonOf(letter));
    return [{ batchId, input } satisfies Item];
  });
  if (items.length === 0) return ok(undefined);
  for (const answer of await engine.handle(items)) {
    if (answer.kind === "failed") return { ok: false, error: answer.failure };
  }
  return ok(undefined);
}

const JOBS = "worker-jobs";

function jobIn({ topic }: DeadLetterQueue, { body }: Peeked) {
  if (topic !== JOBS) return null;
  const job = workerJob.read(body);
  return job.ok ? job.value : null;
}

const textOf = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value !== "" ? value : otherwise;

const reasonOf = ({ properties }: Peeked): string =>
  textOf(properties["DeadLetterReason"], "no reason was given");

function draftOf(
  { topic, subscription }: DeadLetterQueue,
  letter: Peeked,
  batchId: IncidentDraft["batchId"],
): IncidentDraft {
  const { messageId, body, properties, sequenceNumber } = letter;
  return {
    topic,
    subscription,
    sequenceNumber,
    envelope: { messageId, body, properties },
    reason: reasonOf(letter),
    description: textOf(properties["DeadLetterErrorDescription"], ""),
    batchId,
  };
}
