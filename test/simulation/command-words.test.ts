/** The words after `npm run simulate` and `npm run chaos`. */
import { describe, expect, test } from "@jest/globals";
import { readWords } from "../command-words.ts";

const read = (...words: readonly string[]) =>
  readWords(words, {
    numbers: { seeds: { least: 1, most: 20 } },
    flags: ["mutants"],
    lists: ["only"],
  });

describe("words after a command", () => {
  test("a list is names with commas between them, and empty when it is not given", () => {
    const one = read("--mutants", "--only", "budget,finalize");
    expect(one.ok && one.value.list("only")).toEqual(["budget", "finalize"]);
    const none = read("--mutants");
    expect(none.ok && none.value.list("only")).toEqual([]);
    expect(none.ok && none.value.has("mutants")).toBe(true);
  });

  test.each(["", "budget,", ",budget", "a,,b"])("the list %j lacks a name", (text) => {
    const error = `--only takes names with commas between them, not "${text}"`;
    expect(read("--only", text)).toEqual({ ok: false, error });
  });

  test.each(["0", "21", "1.5", "many"])("the number %j is none between the bounds", (text) => {
    const error = `--seeds takes a whole number from 1 to 20, not "${text}"`;
    expect(read("--seeds", text)).toEqual({ ok: false, error });
  });

  test("a word that nobody knows is named", () => {
    expect(read("--olny", "x")).toEqual({ ok: false, error: "Unknown option '--olny'" });
  });
});
