/** Handing out copies under a lock. The delivery is counted here, before anybody has seen the
 *  message: a message that kills its reader must reach the end of its deliveries too.
 *  A copy that was with a host when it died is handed out alone, so that if it is to blame it
 *  takes no others along on the way to the dead letters. */
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { ReceiveFailure } from "../../failure.ts";
import { emit } from "./apply.ts";
import { isDue } from "./copy.ts";
import { copiesFrom, findCopy } from "./copy-map.ts";
import { type Delivery, deliveryOf, type HandedOut, handedOut } from "./delivery.ts";
import type { QueueRef } from "./journal.ts";
import { findQueue } from "./queue.ts";
import { rangesOf } from "./ranges.ts";
import { type ReadyList, readyCopies } from "./ready-list.ts";
import { expireAll } from "./return-copies.ts";
import type { Copy, Lease, Queue, State } from "./state.ts";

export type SessionRef = { readonly sessionId: string; readonly token: string };

type Asked = {
  readonly queue: QueueRef;
  readonly owner: string;
  readonly session: SessionRef | null;
};

export type Answer<Value> = Result<Value, ReceiveFailure>;

export function receive(
  state: State,
  asked: Asked & { readonly max: number },
): Answer<readonly HandedOut[]> {
  const place = placeOf(state, asked);
  if (!place.ok) return place;
  const { queue, lease } = place.value;
  const ready = lease?.session?.ready ?? queue.ready;
  return ok(claim(state, asked.owner, place.value, frontOf(ready, asked.max)));
}

export function receiveDeferred(
  state: State,
  asked: Asked & { readonly sequences: readonly number[] },
): Answer<readonly HandedOut[]> {
  const place = placeOf(state, asked);
  if (!place.ok) return place;
  const { queue, lease } = place.value;
  const sequences = [...new Set(asked.sequences)];
  const copies = sequences.flatMap((sequence) => {
    const copy = findCopy(queue.all, sequence);
    const isThere = copy?.deferred === true && copy.lease === null;
    const inReach = (lease?.session?.id ?? null) === sessionOf(queue, copy);
    if (copy === undefined || !isThere || !inReach) return [];
    if (!isDue(copy, state.now)) return [copy];
    expireAll(state, queue, [copy]);
    return [];
  });
  if (copies.length === sequences.length) return ok(claim(state, asked.owner, place.value, copies));
  const found = new Set(copies.map(({ sequence }) => sequence));
  const sequenceNumbers = sequences.filter((sequence) => !found.has(sequence));
  return fail({ kind: "not-found", sequenceNumbers });
}

export function peek(
  state: State,
  asked: { readonly queue: QueueRef; readonly from: number; readonly max: number },
): Answer<readonly (Delivery & { readonly deferred: boolean })[]> {
  const queue = findQueue(state, asked.queue);
  if (queue === undefined) return fail(unknown(asked.queue));
  const seen: (Delivery & { readonly deferred: boolean })[] = [];
  for (const copy of copiesFrom(queue.all, asked.from)) {
    if (seen.length >= asked.max) break;
    seen.push({ ...deliveryOf(copy), deferred: copy.deferred });
  }
  return ok(seen);
}

type Place = { readonly queue: Queue; readonly lease: Lease | null };

function placeOf(state: State, { queue: ref, session }: Asked): Answer<Place> {
  const queue = findQueue(state, ref);
  if (queue === undefined) return fail(unknown(ref));
  if (queue.sessions === null) {
    if (session === null) return ok({ queue, lease: null });
    return fail({ kind: "invalid-operation", detail: "there are no sessions here" });
  }
  if (session === null) {
    return fail({ kind: "invalid-operation", detail: "messages here are received by session" });
  }
  const lease = queue.sessions.get(session.sessionId)?.lease;
  return lease?.token === session.token
    ? ok({ queue, lease })
    : fail({ kind: "session-lock-lost", sessionId: session.sessionId });
}

const sessionOf = ({ sessions }: Queue, copy: Copy | undefined): string | null =>
  sessions === null ? null : (copy?.message.sessionId ?? null);

export const unknown = ({ topic, subscription }: Omit<QueueRef, "dead">) =>
  ({ kind: "unknown-entity", entity: `${topic}/${subscription}` }) as const;

function frontOf(ready: ReadyList<Copy>, max: number): readonly Copy[] {
  const copies: Copy[] = [];
  for (const copy of readyCopies(ready)) {
    if (copies.length >= max || (copy.suspect && copies.length > 0)) break;
    copies.push(copy);
    if (copy.suspect) break;
  }
  return copies;
}

function claim(
  state: State,
  owner: string,
  { queue, lease }: Place,
  copies: readonly Copy[],
): readonly HandedOut[] {
  if (copies.length === 0) return [];
  const token = state.nextId();
  emit(state, {
    kind: "claimed",
    queue: queue.ref,
    ranges: rangesOf(copies.map(({ sequence }) => sequence)),
    claim: token,
    owner,
    until: lease?.until ?? state.now + queue.settings.lockMs,
    sessionId: lease?.session?.id ?? null,
  });
  const handed: HandedOut[] = [];
  for (const copy of copies) if (copy.lease) handed.push(handedOut(copy, copy.lease, token));
  return handed;
}
