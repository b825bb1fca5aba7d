/** The scheduler's hand: gives orders to the engine in portions, under the lease of its tick.
 *  A failure that concerns one order is counted with the refused; one that concerns the store or
 *  the lease ends the work in hand. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { By } from "../domain/engine/inputs.ts";
import type { Engine, Handled, Item } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { LeaseToken } from "../store/loaded.ts";

export type Hand = {
  readonly engine: Engine;
  readonly lease: LeaseToken;
  readonly by: By;
};

export type Given<Order> = {
  readonly applied: number;
  /** Applied, or so already. */
  readonly settled: readonly Order[];
  readonly refused: number;
};

const PORTION = 5_000;

export async function giveOrders<Order>(
  hand: Hand,
  orders: readonly Order[],
  itemOf: (order: Order) => Item,
): Promise<Result<Given<Order>, CommitFailure>> {
  const settled: Order[] = [];
  let applied = 0;
  for (let from = 0; from < orders.length; from += PORTION) {
    const portion = orders.slice(from, from + PORTION);
    const handled = await hand.engine.handle(portion.map(itemOf), hand.lease);
    const answers = await retryConflicts(hand, portion, handled, itemOf);
    const ending = answers.map(endingFailure).find((failure) => failure !== null);
    if (ending !== undefined) return fail(ending);
    for (const [index, order] of portion.entries()) {
      const answer = answers[index];
      if (answer?.kind !== "decided" || typeof answer.verdict !== "string") continue;
      if (answer.verdict === "applied") applied += 1;
      settled.push(order);
    }
  }
  return ok({ applied, settled, refused: orders.length - settled.length });
}

/** A key that somebody else took meanwhile fails its whole commit; alone, each of the others in
 *  it goes through. */
async function retryConflicts<Order>(
  { engine, lease }: Hand,
  portion: readonly Order[],
  handled: readonly Handled[],
  itemOf: (order: Order) => Item,
): Promise<readonly Handled[]> {
  const answers = [...handled];
  for (const [index, answer] of handled.entries()) {
    const order = portion[index];
    if (order === undefined || !isConflict(answer)) continue;
    const [again] = await engine.handle([itemOf(order)], lease);
    if (again !== undefined) answers[index] = again;
  }
  return answers;
}

const isConflict = (answer: Handled): boolean =>
  answer.kind === "failed" && answer.failure.kind === "conflict";

const endingFailure = (answer: Handled): CommitFailure | null =>
  answer.kind === "failed" && answer.failure.kind !== "conflict" ? answer.failure : null;
