import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";

const MODULE = new URL("../../../runtime/cli/hand-over.js", import.meta.url).href;
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** A process that hands over to Node with a script, and tells what came back. */
function handingOver(script: string, node = process.execPath) {
  const start = JSON.stringify({ node, args: ["-e", script], cwd: HERE });
  const outer =
    `const { handOver } = await import(${JSON.stringify(MODULE)});` +
    `const { code, failure } = await handOver(${start});` +
    "if (failure !== null) console.error(failure); process.exitCode = code;";
  const child = spawn(process.execPath, ["--input-type=module", "-e", outer], { stdio: "pipe" });
  const text = { stdout: "", stderr: "" };
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const said = (word: string) =>
    new Promise<void>((resolve) => {
      for (const name of ["stdout", "stderr"] as const) {
        child[name].setEncoding("utf8").on("data", (chunk: string) => {
          text[name] += chunk;
          if (text[name].includes(word)) resolve();
        });
      }
    });
  return { child, text, ended, said };
}

describe("handing over to another Node", () => {
  test("its exit code becomes ours, and it writes where we write", async () => {
    const { text, ended, said } = handingOver('console.log("hello"); process.exitCode = 7;');
    await said("hello");
    expect(await ended).toBe(7);
    expect(text).toEqual({ stdout: "hello\n", stderr: "" });
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s reaches it, and it ends in its own way",
    async (signal) => {
      const { child, ended, said } = handingOver(
        `process.on("${signal}", () => process.exit(9)); setInterval(() => {}, 1e6);` +
          'console.log("ready");',
      );
      await said("ready");
      child.kill(signal);
      expect(await ended).toBe(9);
    },
  );

  test("without its parent it tells the other to end, where that was asked for", async () => {
    const script =
      'process.on("SIGTERM", () => { console.log("told"); process.exit(); });' +
      'setInterval(() => {}, 1e6); console.log("ready");';
    const start = JSON.stringify({ node: process.execPath, args: ["-e", script] });
    const launcher =
      `import(${JSON.stringify(MODULE)}).then(({ handOver }) =>` +
      `handOver({ ...${start}, endsWithParent: true }));`;
    const shell =
      'require("node:child_process").spawn(process.execPath, ["-e", process.argv[1]], ' +
      '{ stdio: "inherit" });';
    const child = spawn(process.execPath, ["-e", shell, launcher], { stdio: "pipe" });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text === "ready\n") child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(text).toBe("ready\ntold\n");
  });

  test("one that a signal ends gives the code that shells give", async () => {
    const { ended } = handingOver('process.kill(process.pid, "SIGKILL")');
    expect(await ended).toBe(137);
  });

  test("a Node that cannot be started is told, not thrown", async () => {
    const { text, ended, said } = handingOver("", `${HERE}no-such-node`);
    await said("ENOENT");
    expect(await ended).toBe(1);
    expect(text.stderr).not.toMatch(/\n\s+at /);
  });
});
