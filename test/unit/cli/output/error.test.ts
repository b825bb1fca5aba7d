import { describe, expect, test } from "@jest/globals";
import { cliError, ERROR_CODES } from "../../../../runtime/cli/cli-error.ts";
import { EXIT, EXIT_MEANINGS } from "../../../../runtime/cli/exit-codes.ts";
import { paint } from "../../../../runtime/cli/output/colour.ts";
import { errorText, exitCodeOf } from "../../../../runtime/cli/output/error.ts";

describe("errors of the command line", () => {
  const cause = new Error("the cause");
  const error = cliError("E0110", "the file does not exist", {
    where: "a\u001b[2J.yaml",
    why: "there is nothing with this name",
    next: "check the path",
    cause,
  });

  test("say what, where, why and what next, with a code", () => {
    expect(errorText(error, paint(false), false)).toBe(
      [
        "error E0110 the file does not exist",
        "  where: a\\x1b[2J.yaml",
        "  why:   there is nothing with this name",
        "  next:  check the path",
        "",
      ].join("\n"),
    );
  });

  test("leave out what is not known", () => {
    expect(errorText(cliError("E0101", "x"), paint(false), true)).toBe("error E0101 x\n");
  });

  test("show a stack trace only when asked for", () => {
    expect(errorText(error, paint(false), false)).not.toContain("at ");
    expect(errorText(error, paint(false), true)).toMatch(/Error: the cause\n\s+at /);
  });

  test("lead to the exit code of their kind", () => {
    expect(exitCodeOf(cliError("E0100", ""))).toBe(1);
    expect(exitCodeOf(cliError("E0102", ""))).toBe(2);
    expect(exitCodeOf(cliError("E0130", ""))).toBe(5);
  });

  test("have codes of their own, each with an exit code that has a meaning", () => {
    for (const [code, { exit }] of Object.entries(ERROR_CODES)) {
      expect(code).toMatch(/^E01\d\d$/);
      expect(Object.values(EXIT)).toContain(exit);
    }
    expect(Object.keys(EXIT_MEANINGS)).toEqual(Object.keys(EXIT));
  });
});
