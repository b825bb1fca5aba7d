import { describe, expect, test } from "@jest/globals";
import { parseOptions } from "../../infra/preview/options.ts";

describe("the words of a preview", () => {
  test.each([
    [["--stack", "dev"], { stack: "dev", against: null, format: "text" }],
    [["--stack=prod", "--json"], { stack: "prod", against: null, format: "json" }],
    [
      ["--markdown", "--stack", "dev", "--against", "main"],
      { stack: "dev", against: "main", format: "markdown" },
    ],
  ])("%j is understood", (args, value) => {
    expect(parseOptions(args)).toEqual({ ok: true, value });
  });

  test.each([
    [[], /which stack/],
    [["--stack", ""], /which stack/],
    [["--stack"], /stack/],
    [["--stack", "dev", "--against", ""], /commit, branch or tag/],
    [["--stack", "dev", "--json", "--markdown"], /choose one/],
    [["--stack", "dev", "--svg", "--json"], /choose one/],
    [["--stack", "dev", "--yaml"], /--yaml/],
    [["--stack", "dev", "prod"], /prod/],
  ])("%j is refused with a reason", (args, message) => {
    expect(parseOptions(args)).toEqual({ ok: false, error: expect.stringMatching(message) });
  });
});
