/** One loop per subscription: while a group is being committed, the next is already asked for.
 *  At most two groups are in hand, so a store that is away stops the receiving by itself. */
import type { Bus } from "../bus/bus.ts";
import { pause, pauseMs } from "../time/pause.ts";
import type { HeldLocks } from "./held-locks.ts";
import type { Intake } from "./letters.ts";
import { type TakeParts, takeGroup } from "./take-group.ts";

/** What one commit decides, and what one receiver of Service Bus may hold (below 2,048). */
const GROUP_MAX = 1_000;
/** Long, as the answer comes with the first message. */
const WAIT_MS = 30_000;

export type ReceiveParts = TakeParts & {
  readonly bus: Pick<Bus, "settle" | "receive">;
  readonly locks: HeldLocks;
  /** Nothing more is taken. */
  readonly stopping: AbortSignal;
  /** Told of a bug, at once. */
  readonly defect: (error: unknown) => void;
  /** A group was handled: rows may have fallen due. */
  readonly handled: () => void;
};

/** Ends when it was told to stop and what it had in hand is done. */
export async function receiveFrom(parts: ReceiveParts, intake: Intake): Promise<void> {
  const { bus, clock, observe, locks, stopping, handled, defect } = parts;
  const at = `${intake.source.topic}/${intake.source.subscription}`;
  let previous: Promise<void> = Promise.resolve();
  let failures = 0;
  while (!stopping.aborted) {
    const request = { max: GROUP_MAX, waitMs: WAIT_MS, signal: stopping };
    const received = await bus.receive(intake.source, request);
    if (!received.ok) {
      failures += 1;
      observe({ kind: "receive-failed", at, failure: received.error });
      await pause(clock, pauseMs(failures), stopping);
      continue;
    }
    failures = 0;
    const messages = received.value;
    if (messages.length === 0) continue;
    const letGo = locks.hold(messages.map(({ lock }) => lock));
    await previous;
    previous = takeGroup(parts, intake, messages).then(handled).finally(letGo);
    previous.catch(defect);
  }
  await previous;
}
