/** One group of messages from the bus to the commit and back.
 *  G1. A message is settled in or after the commit of what it led to; one that nobody can act on
 *      is dead-lettered with the reason (M-048, M-049).
 *  G2. When the store is away, the group waits with its locks renewed, and nobody receives more
 *      meanwhile: nothing is abandoned, so no message uses up its deliveries (R28, I21).
 *  G3. What the store will never take, alone, becomes a dead letter; the others are committed. */
import type { Bus } from "../bus/bus.ts";
import type { Settlement } from "../bus/lock.ts";
import type { Received } from "../bus/message.ts";
import type { Result } from "../contract/result.ts";
import type { Engine, Item } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { pause, pauseMs } from "../time/pause.ts";
import { address } from "./address.ts";
import type { Observe } from "./fault.ts";
import { type Intake, readLetters, type Unusable } from "./letters.ts";

export type TakeParts = {
  readonly bus: Pick<Bus, "settle">;
  readonly store: Pick<Store<Settlement>, "lookups" | "batches" | "records">;
  readonly engine: Pick<Engine, "handle">;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Ends the trying. */
  readonly ending: AbortSignal;
};

/** How often a failure that is the item's own is tried before it is given up. A store that was
 *  away meanwhile does not count (I21). */
const OWN_TRIES_MAX = 3;
const OWN: ReadonlySet<CommitFailure["kind"]> = new Set(["stale", "conflict"]);

export async function takeGroup(
  parts: TakeParts,
  intake: Intake,
  messages: readonly Received[],
): Promise<void> {
  const { letters, unusable } = readLetters(intake, messages);
  const addressed = await keepTrying(parts, "looking up batches", () =>
    address(parts.store, letters),
  );
  if (addressed === null) return;
  const { done } = addressed;
  const useless = [...unusable, ...addressed.unusable];
  for (const { message, reason } of useless) {
    const { messageId } = message;
    const at = `${intake.source.topic}/${intake.source.subscription}`;
    parts.observe({ kind: "message-refused", at, messageId, reason });
  }
  await settle(parts, [
    ...useless.map(deadLetter),
    ...done.map(({ lock }): Settlement => ({ kind: "complete", lock })),
  ]);
  await commit(parts, addressed.items);
}

const deadLetter = ({ message, reason, description }: Unusable): Settlement => ({
  kind: "dead-letter",
  lock: message.lock,
  reason,
  description,
});

async function commit(parts: TakeParts, items: readonly Item[]): Promise<void> {
  const { engine, clock, observe, ending } = parts;
  let left = items;
  const ownTries = new Map<Item, number>();
  for (let failures = 1; left.length > 0 && !ending.aborted; failures += 1) {
    const answers = await engine.handle(left);
    const failed = left.flatMap((item, index) => {
      const answer = answers[index];
      return answer?.kind === "failed" ? [{ item, failure: answer.failure }] : [];
    });
    const [first] = failed;
    if (first === undefined) return;
    observe({ kind: "store-failed", doing: "committing messages", failure: first.failure });
    for (const { item, failure } of failed) {
      if (OWN.has(failure.kind)) ownTries.set(item, (ownTries.get(item) ?? 0) + 1);
    }
    const isOver = ({ item }: Failed) => (ownTries.get(item) ?? 0) >= OWN_TRIES_MAX;
    await settle(parts, failed.filter(isOver).flatMap(givenUp));
    left = failed.filter((each) => !isOver(each)).map(({ item }) => item);
    if (left.length > 0) await pause(clock, pauseMs(failures), ending);
  }
}

type Failed = { readonly item: Item; readonly failure: CommitFailure };

function givenUp({ item, failure }: Failed): readonly Settlement[] {
  const { lock, input } = item;
  if (lock === undefined) return [];
  const description = `The store refused what follows from ${input.kind}: ${failure.kind}.`;
  return [{ kind: "dead-letter", lock, reason: "store-refused", description }];
}

async function settle({ bus, observe }: TakeParts, settlements: readonly Settlement[]) {
  if (settlements.length === 0) return;
  for (const answer of await bus.settle(settlements)) {
    if (!answer.ok) observe({ kind: "settle-failed", failure: answer.error });
  }
}

/** The first answer that is ok; null when the trying was ended first. */
async function keepTrying<Value>(
  { clock, observe, ending }: Pick<TakeParts, "clock" | "observe" | "ending">,
  doing: string,
  call: () => Promise<Result<Value, CommitFailure>>,
): Promise<Value | null> {
  for (let failures = 1; !ending.aborted; failures += 1) {
    const answer = await call();
    if (answer.ok) return answer.value;
    observe({ kind: "store-failed", doing, failure: answer.error });
    await pause(clock, pauseMs(failures), ending);
  }
  return null;
}
