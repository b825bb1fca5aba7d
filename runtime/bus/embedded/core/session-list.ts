/** The sessions of a queue: opened when something names them, listed as free while they have a
 *  ready copy and no holder, forgotten when nothing of them is left. */
import { firstReady, readyList } from "./ready-list.ts";
import { insert, remove } from "./sequence-list.ts";
import type { Queue, Session } from "./state.ts";

export function openSession(sessions: Map<string, Session>, id: string): Session {
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const session: Session = {
    id,
    ready: readyList(),
    live: 0,
    lease: null,
    state: null,
    freeAt: null,
  };
  sessions.set(id, session);
  return session;
}

/** A session that holds nothing and is held by nobody is forgotten. */
export function forgetIdle({ sessions }: Queue, session: Session): void {
  if (session.live > 0 || session.lease !== null || session.state !== null) return;
  sessions?.delete(session.id);
}

export function refreshFree(queue: Queue, session: Session): void {
  const head = session.lease === null ? (firstReady(session.ready)?.sequence ?? null) : null;
  if (head === session.freeAt) return;
  if (session.freeAt !== null) remove(queue.free, session.freeAt);
  session.freeAt = head;
  if (head !== null) insert(queue.free, session);
}
