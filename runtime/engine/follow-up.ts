/** What commits leave to be done at once: rows that are due already, such as the next portion of
 *  a phase being dispatched (R30), and members that another batch has let go (R36). One driver
 *  for all callers: whoever comes while it runs gives it one more reason to go on.
 *  Bounded, and only in a hurry: a sweep finds whatever is left. */

import { ok, type Result } from "../contract/result.ts";
import type { StoreFailure } from "../store/failure.ts";
import { type Committing, commitAll, type Shell } from "./commit-works.ts";
import { type DuePage, dueItems, releasedItems } from "./due-items.ts";
import type { Handled, Item } from "./engine.ts";
import { worksOf } from "./works.ts";

/** Most portions that one commit's consequences are followed for: whoever waits for them holds
 *  messages, whose locks should not outlast the commit by much, and takes in no others. */
const ROUNDS_MAX = 4;

export type Reasons = { readonly more: boolean; readonly drained: boolean };

/** Ends when there is no reason left, or after so many rounds. */
export type FollowUp = (reasons: Reasons) => Promise<void>;

export function openFollowUp(shell: Shell): FollowUp {
  let more = false;
  let drained = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS_MAX && (more || drained); round += 1) {
      const wanted = { more, drained };
      more = false;
      drained = false;
      const found = await findItems(shell, wanted);
      if (!found.ok || found.value.items.length === 0) continue;
      const { answers: _, ...next } = await commitItems(shell, found.value.items);
      more ||= next.more || found.value.more;
      drained ||= next.drained;
    }
  };
  return (reasons) => {
    more ||= reasons.more;
    drained ||= reasons.drained;
    if (!more && !drained) return Promise.resolve();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

async function findItems(
  { store }: Shell,
  { more, drained }: Reasons,
): Promise<Result<DuePage, StoreFailure>> {
  const released = drained ? await releasedItems(store) : ok([]);
  if (!released.ok) return released;
  const due = more ? await dueItems(store) : ok({ items: [], more: false });
  if (!due.ok) return due;
  return ok({ items: [...released.value, ...due.value.items], more: due.value.more });
}

export async function commitItems(
  shell: Shell,
  items: readonly Item[],
  under?: Committing["under"],
): Promise<Reasons & { readonly answers: readonly Handled[] }> {
  const answers: (Handled | null)[] = items.map(() => null);
  const absent = new Set<string>();
  const committing: Committing = { shell, under, answers, more: false, drained: false, absent };
  await commitAll(committing, worksOf(items));
  const { more, drained } = committing;
  return { more, drained, answers: answers.map(answered) };
}

function answered(handled: Handled | null): Handled {
  if (handled === null) throw new Error("an item was left without an answer");
  return handled;
}
