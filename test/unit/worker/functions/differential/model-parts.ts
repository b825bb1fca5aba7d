/** What models are written with: what is asked, what comes of it, and how a world is looked at. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import type { Told } from "./model-differences.ts";
import type { Person, World } from "./world.ts";

export type Outcome = {
  readonly answer: "done" | "not yet" | "failed";
  /** What becomes of the person that was named: gone is null. */
  readonly becomes?: Person | null;
  /** Whoever was not there before. */
  readonly arrives?: Person;
  /** What is sent, line by line. */
  readonly says?: readonly string[];
  /** What a repeat of the same call answers, where that differs. */
  readonly again?: "failed";
  /** What a check tells of that is not as expected. */
  readonly tells?: readonly Told[];
};

export type Asked = {
  readonly world: World;
  /** Whom the parameters name; null: nobody. */
  readonly person: Person | null;
  readonly params: JsonObject;
};

export type Model = (asked: Asked) => Outcome;

export const DONE: Outcome = { answer: "done" };
export const FAILED: Outcome = { answer: "failed" };

export const set = (person: Person, changes: Partial<Person>): Outcome => ({
  answer: "done",
  becomes: { ...person, ...changes },
});

/** For functions that need the person to be there. */
export const forPerson =
  (then: (person: Person, asked: Asked) => Outcome): Model =>
  (asked) =>
    asked.person === null ? FAILED : then(asked.person, asked);
