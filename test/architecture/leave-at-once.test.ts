import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

const LEAVE = new URL("../leave-at-once.js", import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-leave-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is asked to happen last is not done by a process that leaves at once. */
function begin(text: string): { readonly child: ChildProcess; readonly said: () => string } {
  const file = join(folder, "worker.mjs");
  writeFileSync(
    file,
    `import { leaveAtOnce } from ${JSON.stringify(LEAVE)};
    process.once("exit", () => process.stdout.write("before "));
    leaveAtOnce();
    process.once("exit", () => process.stdout.write("after"));
    ${text}`,
  );
  const child = fork(file, { execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  return { child, said: () => said };
}
const closed = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("close", resolve));

describe("a worker process of Jest", () => {
  test("leaves at once when nothing is left to do, with the code it had", async () => {
    const { child, said } = begin("process.exitCode = 3;");
    expect(await closed(child)).toBe(3);
    expect(said()).toBe("before ");
  });

  test("stays while a test has left something open", async () => {
    const { child } = begin('setInterval(() => process.send("open"), 5);');
    const over = closed(child);
    for (let heard = 0; heard < 3; heard += 1) {
      await new Promise((resolve) => child.once("message", resolve));
    }
    expect(child.exitCode).toBeNull();
    child.kill("SIGKILL");
    await over;
  });
});
