import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Local, runLocal, startLocal, stop } from "./local-process.ts";

let data: string;
let started: Local[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "drover-local-"));
  started = [];
});

afterEach(async () => {
  for (const local of started) {
    if (local.process.exitCode === null && local.process.signalCode === null) {
      await stop(local, "SIGKILL");
    }
  }
  rmSync(data, { recursive: true, force: true });
});

async function start(...args: readonly string[]): Promise<Local> {
  const local = await startLocal(["--data", data, "--port", "0", ...args]);
  started.push(local);
  return local;
}

describe("npm start", () => {
  test("it tells the address, where data lives, what is simulated and how to reset", async () => {
    const local = await start();
    expect(local.text()).toContain(`Data       ${data}`);
    expect(local.text()).toMatch(/Simulated\s+Everything/);
    expect(local.text()).toMatch(/Reset\s+Stop Drover/);
    const health = await fetch(new URL("/api/health", local.address));
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({ status: "ok", mode: "local" });
  });

  test("the first page is the dashboard, which loads nothing from elsewhere", async () => {
    const local = await start();
    const answer = await fetch(new URL("/", local.address));
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('<div id="drover">');
    expect(page).not.toMatch(/src="http|href="http/);
  });

  test("a path that does not exist is answered with a problem document", async () => {
    const local = await start();
    const answer = await fetch(new URL("/api/nothing", local.address));
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await answer.json()).toMatchObject({ status: 404, detail: expect.any(String) });
  });

  test("it ends quietly on a signal and takes its note away", async () => {
    const local = await start();
    expect(await stop(local, "SIGTERM")).toBe(0);
    expect(readdirSync(data)).not.toContain("host.json");
  });

  test("a second one on the same data says where the first one is", async () => {
    const local = await start();
    const second = await runLocal(["--data", data, "--port", "0"]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`already running on this data: ${local.address}`);
  });

  test("after a kill -9 the same data starts again", async () => {
    const killed = await start();
    await stop(killed, "SIGKILL");
    expect(readdirSync(data)).toContain("host.json");
    const again = await start();
    expect((await fetch(again.address)).status).toBe(200);
  });

  test("of two that start together on the same data exactly one runs", async () => {
    const pair = await Promise.allSettled([start(), start()]);
    const refused = pair.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain("already running on this data");
  });

  test("it listens on the one loopback address and on no other", async () => {
    const { port } = new URL((await start()).address);
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow("fetch failed");
  });

  test("a note that was only half written does not stop it", async () => {
    writeFileSync(join(data, "host.json"), '{"instanceId":');
    const local = await start();
    expect((await fetch(local.address)).status).toBe(200);
  });

  test("an occupied port gives a sentence and no stack trace", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const refused = await runLocal(["--data", data, "--port", String(port)]);
    other.close();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(new RegExp(`^drover: Port ${port} is taken .*--port N`));
    expect(refused.stderr).not.toMatch(/\n\s+at /);
  });

  test("a data folder that cannot be made gives a sentence and no stack trace", async () => {
    const file = join(data, "file");
    writeFileSync(file, "");
    const loop = join(data, "loop");
    symlinkSync(loop, loop);
    for (const folder of [
      join(file, "x"),
      join(data, "n".repeat(300)),
      join(loop, "x"),
      "/proc/x",
    ]) {
      const refused = await runLocal(["--data", folder, "--port", "0"]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/^drover: Drover cannot keep its data in .*--data DIR/);
      expect(refused.stderr).not.toMatch(/\n\s+at /);
    }
  });

  test("wrong options end with exit code 2 and the way to the help", async () => {
    const refused = await runLocal(["--port", "many"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("npm start -- --help");
    const help = await runLocal(["--help"]);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/--port N[\s\S]*Examples:/);
  });
});
