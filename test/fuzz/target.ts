/** What a fuzz target is: a source of hostile text and a reader that must answer every one of
 *  them with a value. A reader that throws, or answers against its own rules, has failed. */
import type fc from "fast-check";

/** How far an input came: `refused` by the first parser, or `past` it, to the checks behind. */
export type Reached = "refused" | "past";

export type FuzzTarget<Input = string> = {
  readonly name: string;
  readonly inputs: fc.Arbitrary<Input>;
  /** Throws if the answer breaks a rule of the reader. */
  readonly read: (input: Input) => Reached;
};
