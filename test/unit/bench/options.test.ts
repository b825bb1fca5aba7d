import { describe, expect, test } from "@jest/globals";
import { readOptions } from "../../../bench/options.ts";

const NOTHING = {
  members: null,
  steps: null,
  rounds: null,
  warmUp: null,
  profiles: null,
  seed: null,
  fastest: false,
  growth: false,
  json: false,
};

describe("the options of npm run bench", () => {
  test("without any, the name alone is read", () => {
    expect(readOptions(["engine"])).toEqual({
      ok: true,
      value: { name: "engine", options: NOTHING },
    });
    expect(readOptions([])).toEqual({ ok: true, value: { name: null, options: NOTHING } });
  });

  test("numbers and switches are read in any order", () => {
    const words = ["--json", "--members", "2000", "engine", "--steps=5", "--rounds", "3"];
    const asked = readOptions([...words, "--warm-up", "0", "--growth", "--fastest"]);
    expect(asked).toEqual({
      ok: true,
      value: {
        name: "engine",
        options: {
          members: 2000,
          steps: 5,
          rounds: 3,
          warmUp: 0,
          profiles: null,
          seed: null,
          fastest: true,
          growth: true,
          json: true,
        },
      },
    });
  });

  test.each([
    [["engine", "--members", "many"], "--members takes a whole number from 1 to 1000000"],
    [["engine", "--members", "0"], "--members takes a whole number from 1"],
    [["engine", "--steps", "1000001"], "--steps takes a whole number from 1 to 1000000"],
    [["engine", "--rounds", "1.5"], "--rounds takes a whole number from 1"],
    [["engine", "--warm-up", "-1"], "--warm-up"],
    [["engine", "phase"], "one measurement at a time"],
    [["engine", "--speed"], "Unknown option '--speed'"],
  ])("%j is refused with a sentence that says why", (words, sentence) => {
    const asked = readOptions(words);
    expect(asked.ok ? "" : asked.error).toContain(sentence);
  });
});
