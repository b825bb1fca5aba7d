import { describe, expect, test } from "@jest/globals";
import { readWords } from "../../../../../runtime/cli/commands/completion/read-words.ts";
import { buildProgram } from "../../../../../runtime/cli/program.ts";

const program = buildProgram({
  out: () => {},
  err: () => {},
  columns: null,
  colour: () => false,
  version: "0",
  perform: async () => {},
});

/** What is expected, in a form that is easy to compare. */
function expected(...words: string[]): string {
  const { expected, current } = readWords(program, words);
  if (expected === null) return "nothing";
  if (expected.kind === "value") return `${expected.lead}<${expected.of.name}> from "${current}"`;
  return `${expected.kind} of ${expected.command.name()} from "${current}"`;
}

describe("a half-typed command line", () => {
  test.each([
    [[], 'command of drover from ""'],
    [["run"], 'command of drover from "run"'],
    [["runbook", ""], 'command of runbook from ""'],
    [["--color", "always", "runbook", "v"], 'command of runbook from "v"'],
    [["runbook", "validate", ""], '<runbooks> from ""'],
    [["runbook", "validate", "a.yaml", "b"], '<runbooks> from "b"'],
    [["runbook", "validate", "-"], '<runbooks> from "-"'],
    [["runbook", "validate", "--st"], 'flag of validate from "--st"'],
    [["runbook", "validate", "--strict", ""], '<runbooks> from ""'],
    [["runbook", "validate", "--members", "w"], '<csv> from "w"'],
    [["runbook", "validate", "--members=w"], '--members=<csv> from "w"'],
    [["runbook", "validate", "--members", "="], '<csv> from ""'],
    [["runbook", "validate", "--members", "=", "w"], '<csv> from "w"'],
    [["runbook", "validate", "-o", "j"], '<form> from "j"'],
    [["runbook", "validate", "--color", "a"], '<when> from "a"'],
    [["runbook", "validate", "--", "--st"], '<runbooks> from "--st"'],
    [["runbook", "validate", "--", "a", "b"], '<runbooks> from "b"'],
    [["runbook", "validate", "--unknown=x"], 'flag of validate from "--unknown=x"'],
    [["runbook", "validate", "--unknown", "x"], '<runbooks> from "x"'],
    [["runbook", "new", "name", ""], "nothing"],
    [["runbook", "schema", ""], "nothing"],
    [["completion", "b"], '<shell> from "b"'],
  ])("%j expects %s", (words, what) => {
    expect(expected(...words)).toBe(what);
  });
});
