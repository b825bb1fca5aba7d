/** The words after a command of this folder, as numbers and flags; what is wrong with them, as a
 *  sentence with the usage below it. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../runtime/contract/result.ts";

export type WordsOf<Numbers extends string, Flags extends string> = {
  readonly numbers: Readonly<Record<Numbers, { readonly least: number; readonly most: number }>>;
  readonly flags: readonly Flags[];
};

export type Words<Numbers extends string, Flags extends string> = {
  readonly number: (name: Numbers) => number | null;
  readonly has: (name: Flags | "help") => boolean;
};

export function readWords<Numbers extends string, Flags extends string>(
  words: readonly string[],
  { numbers, flags }: WordsOf<Numbers, Flags>,
): Result<Words<Numbers, Flags>, string> {
  const options = Object.fromEntries([
    ...Object.keys(numbers).map((name) => [name, { type: "string" }] as const),
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
  return ok({
    number: (name) => (values[name] === undefined ? null : Number(values[name])),
    has: (name) => values[name] === true,
  });
}

const isWithin = (text: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
