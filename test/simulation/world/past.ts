/** Answers and messages dealt with from before a run, in some of the runs: too old for a repeat, so
 *  they are to be forgotten in it, while what the run itself answers is kept (R12). */
import type { End } from "../watch/checker.ts";
import { ADMINS } from "./people.ts";
import type { World } from "./world.ts";

/** A day more than they are kept. */
const AGE_MS = 31 * 86_400_000;
const EVERY = 8;

const OLD_KEYS = ["old-1", "old-2", "old-3"] as const;
const CONSUMER = "orchestrator";

const hasPast = ({ plan }: World): boolean => plan.seed % EVERY === 3;

export async function plantPast(world: World): Promise<void> {
  if (!hasPast(world)) return;
  const { base, clock } = world;
  const nothing = { writes: [], publish: [], settle: [], sent: [] };
  clock.setBy(-AGE_MS);
  const planted = await base.own.transact({ batches: new Map() }, ({ nextIds }) => ({
    ...nothing,
    nextIds,
    remember: OLD_KEYS.map((key) => ({ actor: ADMINS[0], key, requestHash: "", response: "" })),
    consumed: OLD_KEYS.map((messageId) => ({ consumer: CONSUMER, messageId, response: null })),
  }));
  clock.setBy(AGE_MS);
  if (!planted.ok) throw new Error(`there is no past: ${planted.error.kind}`);
}

/** What of it is left, and which orders have their answer still; null in a run without a past. */
export async function rememberedIn(world: World): Promise<End["remembered"]> {
  if (!hasPast(world)) return null;
  const { records } = world.base.own;
  let old = 0;
  for (const key of OLD_KEYS) {
    const answer = await records.recall(ADMINS[0], key);
    const message = await records.consumed(CONSUMER, key);
    old +=
      Number(answer.ok && answer.value !== null) + Number(message.ok && message.value !== null);
  }
  const kept = new Set<string>();
  for (const key of world.targets.keys()) {
    for (const actor of ADMINS) {
      const answer = await records.recall(actor, key);
      if (answer.ok && answer.value !== null) kept.add(`${actor} ${key}`);
    }
  }
  return { old, kept };
}
