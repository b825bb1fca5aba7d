import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { runProgram } from "../../infra/preview/program.ts";

const RUN_MS_MAX = 120_000;

test(
  "a program that asks for what nobody prepared fails, and says what it asked for and where",
  async () => {
    const run = await runProgram({
      root: path.resolve(import.meta.dirname, "../.."),
      name: "test",
      project: "drover",
      main: fileURLToPath(new URL("./programs/asks-the-cloud.ts", import.meta.url)),
      config: {},
      secretKeys: [],
      policies: {},
    });
    expect(run).toEqual({
      ok: false,
      error: expect.stringMatching(
        "no offline answer for azure-native:storage:listStorageAccountKeys",
      ),
    });
    expect(run.ok ? "" : run.error).toMatch(/asks-the-cloud\.ts:4/);
  },
  RUN_MS_MAX,
);
