/** The command from outside, as far as it goes without running a program. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

const run = promisify(execFile);
const COMMAND = path.resolve(import.meta.dirname, "../../infra/preview/preview.ts");
const START_MS_MAX = 60_000;

const preview = (...args: readonly string[]) => run(process.execPath, [COMMAND, ...args]);

test.each([
  [["--stack", "nowhere"], "preview: there is no Pulumi.nowhere.yaml\n"],
  [
    ["--stack", "dev", "--against", "no/such/ref"],
    'preview: there is no commit, branch or tag called "no/such/ref" here\n',
  ],
])(
  "%j is a mistake of the caller: exit code 2, one sentence, nothing on stdout",
  async (args, stderr) => {
    await expect(preview(...args)).rejects.toMatchObject({ code: 2, stdout: "", stderr });
  },
  START_MS_MAX,
);

test(
  "words it does not know are answered with its usage",
  async () => {
    await expect(preview("--stcak", "dev")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^preview: .*--stcak.*Usage:\n {2}npm run/s),
    });
    expect((await preview("--help")).stdout).toMatch(/^Usage:\n/);
  },
  START_MS_MAX,
);

test(
  "levels are those that follow from the stack, without a plan, as the CLI reads them",
  async () => {
    const levels = JSON.parse((await preview("--stack", "dev", "--levels")).stdout);
    expect(levels["stateful-protected"]).toMatchObject({ enforcementLevel: "disabled" });
    // In force for every other rule of the firewall: only the one resource is let be.
    expect(levels["sql-firewall-closed"]).toEqual({
      exempt: { "database-from-azure": expect.stringMatching(/^network: public\./) },
    });
  },
  START_MS_MAX,
);
