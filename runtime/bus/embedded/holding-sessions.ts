/** Sessions for one host. A named session that somebody holds is refused at once; the next free
 *  one may be waited for. */
import { ok, type Result } from "../../contract/result.ts";
import type { Bus } from "../bus.ts";
import type { AcceptFailure } from "../failure.ts";
import type { SessionLock } from "../lock.ts";
import { toQueue, toSession } from "./convert.ts";
import { wakeForSessions } from "./core/wake.ts";
import { type Desk, REFUSED } from "./desk.ts";

type Answer = Result<SessionLock, AcceptFailure>;

type HoldingSessions = Pick<
  Bus,
  "acceptSession" | "renewSessions" | "releaseSessions" | "readSessionState" | "writeSessionState"
>;

export const holdingSessions = ({ run, wait, isOpen }: Desk, owner: string): HoldingSessions => ({
  acceptSession: async (source, { sessionId, waitMs, signal }) => {
    if (!isOpen()) return REFUSED;
    const queue = toQueue(source);
    const look = (): Answer => {
      const held = run((core, now) => core.acceptSession(now, { queue, owner, sessionId }));
      return held.ok ? ok({ source, ...held.value, until: new Date(held.value.until) }) : held;
    };
    const first = look();
    if (!isNobodysTurn(first) || waitMs <= 0 || signal?.aborted === true) return first;
    const lookAgain = (): Answer | null => {
      const answer = look();
      return isNobodysTurn(answer) ? null : answer;
    };
    const place = wakeForSessions(queue);
    const waiting = { place, owner, signal, look: lookAgain, nothing: first, closed: REFUSED };
    return wait<Answer>(waiting, waitMs);
  },
  renewSessions: async (locks) =>
    locks.map((lock) => {
      if (!isOpen()) return REFUSED;
      const end = run((core, now) => core.renewSession(now, toSession(lock)));
      return end.ok ? ok({ ...lock, until: new Date(end.value) }) : end;
    }),
  releaseSessions: async (locks) =>
    locks.map((lock) =>
      isOpen() ? run((core, now) => core.releaseSession(now, toSession(lock))) : REFUSED,
    ),
  readSessionState: async (lock) =>
    isOpen() ? run((core, now) => core.readSessionState(now, toSession(lock))) : REFUSED,
  writeSessionState: async (lock, text) =>
    isOpen()
      ? run((core, now) => core.writeSessionState(now, { ...toSession(lock), text }))
      : REFUSED,
});

const isNobodysTurn = (answer: Answer): boolean =>
  !answer.ok && answer.error.kind === "no-session-available";
