/** Receiving for one host: at once if there is something, else after a wait. */
import { ok, type Result } from "../../contract/result.ts";
import { type Bus, PEEK_MAX } from "../bus.ts";
import type { ReceiveFailure } from "../failure.ts";
import type { Source } from "../lock.ts";
import type { Received } from "../message.ts";
import { toPeeked, toQueue, toReceived } from "./convert.ts";
import type { HandedOut } from "./core/delivery.ts";
import { wakeForQueue, wakeForSession } from "./core/wake.ts";
import { type Desk, NOT_KEPT, REFUSED } from "./desk.ts";

type Answer = Result<readonly Received[], ReceiveFailure>;

export const receiving = (
  { run, kept, ahead, wait, isOpen }: Desk,
  owner: string,
  isAhead: boolean,
): Pick<Bus, "receive" | "receiveDeferred" | "peek"> => ({
  receive: async (source, { max, waitMs, session = null, signal }) => {
    if (!isOpen()) return REFUSED;
    const queue = toQueue(source);
    const look = (): Answer =>
      toAnswer(
        source,
        run((core, now) => core.receive(now, { queue, owner, session, max })),
      );
    const first = look();
    if (!isEmpty(first) || waitMs <= 0 || signal?.aborted === true) return kept(first, NOT_KEPT);
    const place = session ? wakeForSession(queue, session.sessionId) : wakeForQueue(queue);
    const lookAgain = (): Promise<Answer> | null => {
      const answer = look();
      if (isEmpty(answer)) return null;
      return isAhead ? ahead(answer) : kept(answer, NOT_KEPT);
    };
    const waiting = { place, owner, signal, look: lookAgain, nothing: first, closed: REFUSED };
    return wait<Answer>(waiting, waitMs);
  },
  receiveDeferred: async (source, { sequenceNumbers: sequences, session = null }) => {
    if (!isOpen()) return REFUSED;
    const asked = { queue: toQueue(source), owner, session, sequences };
    const handed = run((core, now) => core.receiveDeferred(now, asked));
    return kept(toAnswer(source, handed), NOT_KEPT);
  },
  peek: async (source, { from, max }) => {
    if (!isOpen()) return REFUSED;
    const asked = { queue: toQueue(source), from, max: Math.min(max, PEEK_MAX) };
    const seen = run((core, now) => core.peek(now, asked));
    return kept<Awaited<ReturnType<Bus["peek"]>>>(
      seen.ok ? ok(seen.value.map(toPeeked)) : seen,
      NOT_KEPT,
    );
  },
});

const toAnswer = (source: Source, handed: Result<readonly HandedOut[], ReceiveFailure>): Answer =>
  handed.ok ? ok(toReceived(source, handed.value)) : handed;

const isEmpty = (answer: Answer): boolean => answer.ok && answer.value.length === 0;
