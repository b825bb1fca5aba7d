import { expect, test } from "@jest/globals";
import { apiServer, beside, json } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";

const worker = (workerId: string, more: object = {}) => ({
  workerId,
  version: "1.0.0",
  functions: [],
  lastSeen: "2026-03-14T09:00:00.000Z",
  ...more,
});

test("worker list names a few functions to people and all of them to programs", async () => {
  const names = ["Add-One", "Add-Two", "Add-Three", "Add-Four", "Add-Five"];
  const functions = names.map((name) => ({
    name,
    description: "Adds.",
    params: { type: "object" },
    result: "Boolean",
    effect: "write",
    idempotency: "same-end",
    examples: [],
  }));
  const switchedOff = names.map((name) => ({ name: `Off-${name}`, capability: "exchange" }));
  const items = [worker("worker-01", { functions, switchedOff }), worker("worker-02")];
  const { url } = await apiServer((_, response) => json(response, { items }));
  const list = (...words: string[]) =>
    drover(["worker", "list", ...words], { cwd: beside(url), columns: 200 });
  const { stdout, stderr } = await list();
  expect(stdout).toContain("Add-One, Add-Two, Add-Three and 2 more");
  expect(stdout).toContain("Off-Add-Three (exchange) and 2 more");
  expect(stdout).not.toContain("Add-Four");
  expect(stderr).toContain("drover worker list -o tsv");
  const tabs = await list("-o", "tsv");
  expect([tabs.stdout.includes(names.join(", ")), tabs.stderr]).toEqual([true, ""]);
  expect(JSON.parse((await list("--json")).stdout)[0].functions).toHaveLength(names.length);
  items.shift();
  expect((await list()).stderr).toBe("");
});

test("worker list names what is switched off, and leaves it empty for older workers", async () => {
  const switchedOff = [
    { name: "Set-Mailbox", capability: "exchange" },
    { name: "Send-AdminAlert", capability: "alerts" },
  ];
  const items = [worker("worker-01", { switchedOff }), worker("worker-02")];
  const { url } = await apiServer((_, response) => json(response, { items }));
  const { status, stdout } = await drover(["worker", "list", "-o", "tsv"], { cwd: beside(url) });
  expect(status).toBe(0);
  const lines = stdout.split("\n").slice(0, -1);
  const cells = lines.map((line) => line.split("\t"));
  expect(cells.map((row) => [row[0], row[4]])).toEqual([
    ["WORKER", "SWITCHED OFF"],
    ["worker-01", "Set-Mailbox (exchange), Send-AdminAlert (alerts)"],
    ["worker-02", ""],
  ]);
});
