/** The safety net: whatever is due is handled, and now and then so is what a lost word or a lost
 *  process left behind; then, too, what is too old for a repeat is forgotten. Any number of
 *  processes may sweep at once: looking twice changes nothing. */
import { ok, type Result } from "../contract/result.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Shell } from "./commit-works.ts";
import { dueItems } from "./due-items.ts";
import type { Swept } from "./engine.ts";
import { commitItems, type FollowUp } from "./follow-up.ts";
import { openForgetting } from "./forgetting.ts";
import { leftBehind } from "./left-behind.ts";

/** How often those are looked for that nothing makes due. */
const LEFT_BEHIND_MS = 10_000;
/** Rows that are due and stay so are not looked at more often than this. */
const AGAIN_MS = 1_000;

export function openSweep(
  shell: Shell,
  followUp: FollowUp,
): () => Promise<Result<Swept, StoreFailure>> {
  const { store, clock } = shell;
  const forget = openForgetting(shell);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const first = await store.due.next();
    if (!first.ok) return first;
    const isTime = Math.abs(clock.now().getTime() - lookedAt) >= LEFT_BEHIND_MS;
    const untilFirst = waitOf(first.value);
    // The common case when every commit asks for a look: one question is enough.
    if (untilFirst !== 0 && !isTime) return ok({ handled: 0, more: false, nextInMs: untilFirst });
    const due = await dueItems(store);
    if (!due.ok) return due;
    const items = [...due.value.items];
    const now = clock.now().getTime();
    const isLong = Math.abs(now - lookedAt) >= LEFT_BEHIND_MS;
    if (isLong) {
      const left = await leftBehind(shell);
      if (!left.ok) return left;
      lookedAt = now;
      items.push(...left.value);
    }
    const { answers, ...reasons } = await commitItems(shell, items);
    const failed = answers.find((answer) => answer.kind === "failed");
    if (failed === undefined) await followUp(reasons);
    const moved = answers.filter(({ kind }) => kind === "decided").length;
    const next = await store.due.next();
    if (!next.ok) return next;
    const forgotten = isLong ? await forget(next.value.now) : ok(undefined);
    if (!forgotten.ok) return forgotten;
    const wait = waitOf(next.value);
    const isStuck = items.length > 0 && moved === 0;
    const nextInMs = wait === 0 && isStuck ? AGAIN_MS : wait;
    return ok({ handled: moved, more: due.value.more && moved > 0, nextInMs });
  };
}

/** Until the next row is due; null: none will be. */
const waitOf = ({ at, now }: { readonly at: Date | null; readonly now: Date }): number | null =>
  at === null ? null : Math.max(0, at.getTime() - now.getTime());
