import { describe, expect, test } from "@jest/globals";
import { usageError } from "../../../runtime/cli/usage-error.ts";

describe("a wrong command line", () => {
  test("keeps commander's words and its suggestion as the next thing to do", () => {
    const error = {
      code: "commander.unknownOption",
      message: "error: unknown option '--strct'\n(Did you mean --strict?)",
    };
    expect(usageError(error)).toMatchObject({
      code: "E0102",
      what: "unknown option '--strct'",
      next: "did you mean --strict?",
    });
  });

  test("without a suggestion points to the help", () => {
    const error = { code: "commander.missingArgument", message: "error: missing argument 'name'" };
    expect(usageError(error)).toMatchObject({
      code: "E0103",
      what: "missing argument 'name'",
      next: "add --help to the command to see what it takes",
    });
  });

  test("of a kind unknown to us is reported as a bug, not hidden", () => {
    expect(usageError({ code: "commander.brandNew", message: "m" }).code).toBe("E0100");
  });
});
