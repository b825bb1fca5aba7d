import { describe, expect, test } from "@jest/globals";
import { progressLine } from "../../../../runtime/cli/output/progress-line.ts";
import { durationText, relativeTime } from "../../../../runtime/cli/output/time.ts";
import { apiServer, batch, beside, json } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";

describe("confirming", () => {
  const cancel = async (input: string) => {
    const { url, asked } = await apiServer((call, response) =>
      call.method === "GET"
        ? json(response, batch())
        : json(response, { id: 12, status: "active", statusReason: "cancelling" }, 202),
    );
    const words = ["batch", "cancel", "12"];
    const { status } = await drover(words, { cwd: beside(url), input, columns: 80 });
    return { status, writes: asked.filter(({ method }) => method === "POST").length };
  };

  test("on a terminal a yes goes on, and anything else does nothing", async () => {
    expect(await cancel("y\n")).toEqual({ status: 0, writes: 1 });
    expect(await cancel("Yes\n")).toEqual({ status: 0, writes: 1 });
    expect(await cancel("\n")).toEqual({ status: 1, writes: 0 });
    expect(await cancel("")).toEqual({ status: 1, writes: 0 });
  });
});

describe("progress and times", () => {
  test("a line has done and total, rate, time left and failures", () => {
    const progress = { done: 600, total: 1200, failed: 3, now: "greet waits" };
    expect(progressLine("Batch 12", "members", progress, { ratePerSec: 10 })).toBe(
      `Batch 12  [${"█".repeat(12)}${"░".repeat(12)}]   50%  600/1,200 members  10/s  ` +
        "ETA 1m  3 failed  greet waits",
    );
    const early = progressLine("Up", "B", { done: 0, total: 5, failed: 0 }, { ratePerSec: null });
    expect(early).toBe(`Up  [${"░".repeat(24)}]    0%  0/5 B`);
  });

  test.each([
    ["2026-03-14T08:57:00Z", "3m ago"],
    ["2026-03-14T11:00:00Z", "in 2h"],
    ["2026-03-14T09:00:01Z", "now"],
    ["2026-03-01T09:00:00Z", "13d ago"],
  ])("%s is %s", (instant, text) => {
    expect(relativeTime(instant, Date.parse("2026-03-14T09:00:00Z"))).toBe(text);
  });

  test("a duration has two units at most", () => {
    expect([0, 75, 90_061, 3_600].map(durationText)).toEqual(["0s", "1m 15s", "1d 1h", "1h"]);
  });
});
