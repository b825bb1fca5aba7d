import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { StepExecutionId } from "../../../../runtime/contract/ids.ts";
import type { AttentionRow } from "../../../../runtime/domain/engine/rows.ts";
import { isLiveBatch } from "../../../../runtime/domain/engine/statuses.ts";
import { calm } from "./calm.ts";
import { begin, history, play, RUNS } from "./histories.ts";
import { feed, type Run, type Unsigned } from "./run.ts";

const QUESTIONS_MAX = 200;
const ifSeq = null;

const at = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)];

/** What somebody does who was asked, and takes one of the orders that the question names. */
function orderOf({ subject, actions }: AttentionRow, pick: number): Unsigned {
  const step = () => StepExecutionId.parse(Number(/^step:([0-9]+)$/.exec(subject)?.[1]));
  const action = at(actions, pick);
  switch (action) {
    case "retry-step":
    case "fail-step":
      return { kind: action, executionId: step(), ifSeq };
    case "skip-step":
      return { kind: action, executionId: step(), reason: "done by hand", ifSeq };
    case "cancel":
      return { kind: action, ifSeq };
    case "dismiss":
      return { kind: action, subject, ifSeq };
    default:
      throw new Error(`${subject} names the order ${action}`);
  }
}

const STILL_UNDOING = { refused: "still-undoing" };

/** Answers one question after the other until nobody is asked any more. Only one that is about a
 *  step whose undoing is itself asked about has to wait for that. */
function answerAll(run: Run, picks: readonly number[]): void {
  const waiting = new Set<string>();
  for (let asked = 0; asked < QUESTIONS_MAX; asked += 1) {
    calm(run);
    const open = [...run.world.attention.values()];
    if (open.length === 0) return;
    const ready = open.filter(({ subject }) => !waiting.has(subject));
    const pick = at(picks, asked) ?? 0;
    const question = at(ready, pick);
    if (question === undefined) throw new Error(`all wait for others: ${JSON.stringify(open)}`);
    const order = orderOf(question, Math.floor(pick / open.length));
    const [verdict] = feed(run, order);
    if (verdict === "applied") waiting.clear();
    else {
      expect({ question, order, verdict }).toMatchObject({ verdict: STILL_UNDOING });
      waiting.add(question.subject);
    }
  }
  throw new Error("somebody is asked again and again");
}

test("what a question names settles it, and with the last one the batch is over", () => {
  fc.assert(
    fc.property(
      history,
      fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }),
      ({ plan, next, members, script }, picks) => {
        const run = begin(plan, next, members);
        play(run, script);
        answerAll(run, picks);
        const { status, statusReason } = run.world.batch;
        expect(isLiveBatch(status) || statusReason === "cancelling").toBe(false);
      },
    ),
    { ...RUNS, numRuns: 500 },
  );
});
