/** Sessions for one host. A named session that somebody holds is refused at once; the next free
 *  one may be waited for. */
import { ok, type Result } from "../../contract/result.ts";
import type { Bus } from "../bus.ts";
import type { AcceptFailure, SessionFailure } from "../failure.ts";
import type { SessionLock } from "../lock.ts";
import { toQueue, toSession } from "./convert.ts";
import { wakeForSessions } from "./core/wake.ts";
import { type Desk, NOT_KEPT, REFUSED } from "./desk.ts";

type Answer = Result<SessionLock, AcceptFailure>;
type SessionText = Result<string | null, SessionFailure>;

type HoldingSessions = Pick<
  Bus,
  "acceptSession" | "renewSessions" | "releaseSessions" | "readSessionState" | "writeSessionState"
>;

export const holdingSessions = (
  { run, kept, wait, isOpen }: Desk,
  owner: string,
): HoldingSessions => ({
  acceptSession: async (source, { sessionId, waitMs, signal }) => {
    if (!isOpen()) return REFUSED;
    const queue = toQueue(source);
    const look = (): Answer => {
      const held = run((core, now) => core.acceptSession(now, { queue, owner, sessionId }));
      return held.ok ? ok({ source, ...held.value, until: new Date(held.value.until) }) : held;
    };
    const first = look();
    if (!isNobodysTurn(first) || waitMs <= 0 || signal?.aborted === true)
      return kept(first, NOT_KEPT);
    const lookAgain = (): Promise<Answer> | null => {
      const answer = look();
      return isNobodysTurn(answer) ? null : kept(answer, NOT_KEPT);
    };
    const place = wakeForSessions(queue);
    const waiting = { place, owner, signal, look: lookAgain, nothing: first, closed: REFUSED };
    return wait<Answer>(waiting, waitMs);
  },
  renewSessions: async (locks) =>
    eachOf(locks, (lock) => {
      if (!isOpen()) return REFUSED;
      const end = run((core, now) => core.renewSession(now, toSession(lock)));
      const answer = end.ok ? ok({ ...lock, until: new Date(end.value) }) : end;
      return kept<Result<SessionLock, SessionFailure>>(answer, NOT_KEPT);
    }),
  releaseSessions: async (locks) =>
    eachOf(locks, (lock) => {
      if (!isOpen()) return REFUSED;
      const released = run((core, now) => core.releaseSession(now, toSession(lock)));
      return kept<Result<string, SessionFailure>>(released, NOT_KEPT);
    }),
  readSessionState: async (lock) => {
    if (!isOpen()) return REFUSED;
    const text = run((core, now) => core.readSessionState(now, toSession(lock)));
    return kept<SessionText>(text, NOT_KEPT);
  },
  writeSessionState: async (lock, text) => {
    if (!isOpen()) return REFUSED;
    const written = run((core, now) => core.writeSessionState(now, { ...toSession(lock), text }));
    return kept<SessionText>(written, NOT_KEPT);
  },
});

/** All are asked at once, so that they share a commit. */
const eachOf = <Lock, Answer>(
  locks: readonly Lock[],
  ask: (lock: Lock) => Answer | Promise<Answer>,
): Promise<readonly Answer[]> => Promise.all(locks.map(ask));

const isNobodysTurn = (answer: Answer): boolean =>
  !answer.ok && answer.error.kind === "no-session-available";
