/** The words after a command of this folder, as numbers, lists and flags; what is wrong with them,
 *  as a sentence with the usage below it. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../runtime/contract/result.ts";

export type WordsOf<Numbers extends string, Flags extends string, Lists extends string> = {
  readonly numbers: Readonly<Record<Numbers, { readonly least: number; readonly most: number }>>;
  readonly flags: readonly Flags[];
  /** Names with commas between them. */
  readonly lists?: readonly Lists[];
};

export type Words<Numbers extends string, Flags extends string, Lists extends string> = {
  readonly number: (name: Numbers) => number | null;
  readonly has: (name: Flags | "help") => boolean;
  /** Empty when the word was not given. */
  readonly list: (name: Lists) => readonly string[];
};

export function readWords<
  Numbers extends string,
  Flags extends string,
  Lists extends string = never,
>(
  words: readonly string[],
  { numbers, flags, lists = [] }: WordsOf<Numbers, Flags, Lists>,
): Result<Words<Numbers, Flags, Lists>, string> {
  const options = Object.fromEntries([
    ...[...Object.keys(numbers), ...lists].map((name) => [name, { type: "string" }] as const),
    ...[...flags, "help"].map((name) => [name, { type: "boolean" }] as const),
  ]);
  let values: Readonly<Record<string, unknown>>;
  try {
    ({ values } = parseArgs({ args: [...words], options }));
  } catch (error) {
    const [sentence = ""] = String(error).split(/\.(?:\s|$)|\n/);
    return fail(sentence.replace(/^TypeError(?: \[\w+\])?: /, ""));
  }
  for (const name of Object.keys(numbers) as Numbers[]) {
    const { least, most } = numbers[name];
    const text = values[name];
    if (text !== undefined && !isWithin(String(text), least, most)) {
      return fail(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
    }
  }
  const listOf = (name: Lists): readonly string[] =>
    values[name] === undefined ? [] : String(values[name]).split(",");
  for (const name of lists) {
    if (listOf(name).includes("")) {
      return fail(`--${name} takes names with commas between them, not "${values[name]}"`);
    }
  }
  return ok({
    list: listOf,
    number: (name) => (values[name] === undefined ? null : Number(values[name])),
    has: (name) => values[name] === true,
  });
}

const isWithin = (text: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
