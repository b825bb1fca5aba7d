import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { quickHelp } from "../../../runtime/cli/quick-help.js";
import { drover } from "./drover-in-process.ts";

const FILE = "../../../runtime/cli/help.json";
const read = (): string => readFileSync(join(import.meta.dirname, FILE), "utf8");
const start = { argv: ["--help"], env: {}, isTty: false, columns: null, read };

describe("help that an older Node prints without the program", () => {
  test.each([
    ["into a pipe", {}, undefined],
    ["into a pipe, with colours asked for", { FORCE_COLOR: "1" }, undefined],
    ["on a wide terminal", { TERM: "xterm" }, 200],
    ["on a terminal that is just wide enough", { TERM: "xterm" }, 80],
  ])("is what the program prints, to the letter: %s", async (_how, env, columns) => {
    const known = { ...start, env, isTty: columns !== undefined, columns: columns ?? null };
    const printed = await drover(["--help"], {
      env,
      ...(columns === undefined ? {} : { columns }),
    });
    expect(quickHelp(known)).toBe(printed.stdout);
  });

  test("is all there is for -h and for no words at all", () => {
    expect(quickHelp({ ...start, argv: ["-h"] })).toBe(quickHelp(start));
    expect(quickHelp({ ...start, argv: [] })).toBe(quickHelp(start));
  });

  test.each([[["batch", "--help"]], [["--color", "never", "--help"]], [["--version"]]])(
    "is left to the program for %j",
    (argv) => {
      expect(quickHelp({ ...start, argv })).toBeNull();
    },
  );

  test("is left to the program on a terminal that is too narrow for it", () => {
    expect(quickHelp({ ...start, isTty: true, columns: 79 })).toBeNull();
  });
});
