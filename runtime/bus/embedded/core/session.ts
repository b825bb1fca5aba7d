/** Taking, keeping and letting go of sessions, and the state a session remembers. One holder at
 *  a time; the next free session is the one whose first message is oldest. */
import { LIMITS } from "../../../contract/limits.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { AcceptFailure, SessionFailure } from "../../failure.ts";
import { endOfLease } from "./advance.ts";
import { emit } from "./apply.ts";
import type { QueueRef } from "./journal.ts";
import { findQueue } from "./queue.ts";
import { type SessionRef, unknown } from "./receive.ts";
import { first } from "./sequence-list.ts";
import type { Lease, Queue, Session, State } from "./state.ts";

export type HeldSession = SessionRef & { readonly until: number };

type Asked = { readonly queue: QueueRef; readonly session: SessionRef };
type Held = { readonly queue: Queue; readonly session: Session; readonly lease: Lease };

export function acceptSession(
  state: State,
  asked: { readonly queue: QueueRef; readonly owner: string; readonly sessionId: string | null },
): Result<HeldSession, AcceptFailure> {
  const queue = findQueue(state, asked.queue);
  if (queue === undefined) return fail(unknown(asked.queue));
  if (queue.sessions === null)
    return fail({ kind: "invalid-operation", detail: "there are no sessions here" });
  const sessionId = asked.sessionId ?? first(queue.free)?.id;
  if (sessionId === undefined) return fail({ kind: "no-session-available" });
  if (sessionId.length > LIMITS.messageIdChars)
    return fail({ kind: "invalid-operation", detail: "the session id is too long" });
  if (queue.sessions.get(sessionId)?.lease)
    return fail({ kind: "session-cannot-be-locked", sessionId });
  const token = state.nextId();
  const until = state.now + queue.settings.lockMs;
  const { owner } = asked;
  emit(state, { kind: "session-locked", queue: queue.ref, sessionId, token, owner, until });
  return ok({ sessionId, token, until });
}

export function renewSession(state: State, asked: Asked): Result<number, SessionFailure> {
  const held = findHeld(state, asked);
  if (!held.ok) return held;
  const { queue, session } = held.value;
  const until = state.now + queue.settings.lockMs;
  emit(state, { kind: "session-renewed", queue: queue.ref, sessionId: session.id, until });
  return ok(until);
}

export function releaseSession(state: State, asked: Asked): Result<string, SessionFailure> {
  const held = findHeld(state, asked);
  if (!held.ok) return held;
  endOfLease(state, held.value.lease, false);
  return ok(held.value.session.id);
}

export function readSessionState(
  state: State,
  asked: Asked,
): Result<string | null, SessionFailure> {
  const held = findHeld(state, asked);
  return held.ok ? ok(held.value.session.state) : held;
}

export function writeSessionState(
  state: State,
  asked: Asked & { readonly text: string | null },
): Result<string | null, SessionFailure> {
  const held = findHeld(state, asked);
  if (!held.ok) return held;
  const { text } = asked;
  if (text !== null && Buffer.byteLength(text) > LIMITS.messageBytes)
    return fail({ kind: "invalid-operation", detail: "the state is larger than a message" });
  const { queue, session } = held.value;
  emit(state, { kind: "session-state", queue: queue.ref, sessionId: session.id, state: text });
  return ok(text);
}

function findHeld(state: State, { queue: ref, session }: Asked): Result<Held, SessionFailure> {
  const queue = findQueue(state, ref);
  if (queue === undefined) return fail(unknown(ref));
  const found = queue.sessions?.get(session.sessionId);
  if (found?.lease?.token === session.token)
    return ok({ queue, session: found, lease: found.lease });
  return fail({ kind: "session-lock-lost", sessionId: session.sessionId });
}
