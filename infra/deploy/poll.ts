/** Asks the same until the answer is one of an end, or time is up. */
import { fail, type Result } from "../../runtime/contract/result.ts";
import { type Answer, ask, type Question, type Wire } from "./ask.ts";
import { type DeployFailure, failure } from "./failure.ts";

export type Polling<Value> = {
  readonly question: Question;
  /** Null while it goes on. */
  readonly end: (answer: Answer) => Result<Value, DeployFailure> | null;
  readonly everyMs: number;
  readonly mostMs: number;
};

export async function poll<Value>(
  wire: Wire,
  { question, end, everyMs, mostMs }: Polling<Value>,
): Promise<Result<Value, DeployFailure>> {
  const deadlineMs = wire.nowMs() + mostMs;
  for (;;) {
    const answer = await ask(wire, question);
    if (!answer.ok) return answer;
    const ended = end(answer.value);
    if (ended !== null) return ended;
    if (wire.nowMs() + everyMs > deadlineMs) {
      const why = `it goes on after ${Math.round(mostMs / 60_000)} minutes`;
      return fail(failure("too-slow", question.what, why));
    }
    await wire.pauseMs(everyMs);
  }
}
