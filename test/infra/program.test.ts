import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { runProgram } from "../../infra/preview/program.ts";

const RUN_MS_MAX = 240_000;

const run = (program: string) =>
  runProgram({
    root: path.resolve(import.meta.dirname, "../.."),
    name: "test",
    project: "drover",
    main: fileURLToPath(new URL(`./programs/${program}`, import.meta.url)),
    config: {},
    secretKeys: [],
    policies: {},
  });

test(
  "a program that asks for what nobody prepared fails, and says what it asked for",
  async () => {
    expect(await run("asks-the-cloud.ts")).toEqual({
      ok: false,
      error: expect.stringMatching(
        "no offline answer for azure-native:storage:listStorageAccountKeys",
      ),
    });
  },
  RUN_MS_MAX,
);

test(
  "a program that breaks says where, though planning keeps no stacks",
  async () => {
    expect(await run("breaks.ts")).toEqual({
      ok: false,
      error: expect.stringMatching(/there is nothing inside[\s\S]*breaks\.ts:4/),
    });
  },
  RUN_MS_MAX,
);
