/** Answers that are kept with what they answer, written from within a work of the writer. A key
 *  that was used already refuses the whole work. */
import { insertAnswers } from "../operations/record/insert-answers.ts";
import type { RememberedAnswer } from "../unit.ts";
import type { Statements } from "./statements.ts";

export function keepAnswers(
  statements: Statements,
  answers: readonly RememberedAnswer[],
  at: string,
): void {
  for (const { actor, key, requestHash, response } of answers) {
    statements.run(insertAnswers, [actor, key, requestHash, response, at]);
  }
}
