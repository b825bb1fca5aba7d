import { describe, expect, test } from "@jest/globals";
import { apiServer, batch, beside, json } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";

const event = (seq: number) => ({
  batchId: 12,
  seq,
  at: "2026-03-14T09:26:53.000Z",
  type: "step.succeeded",
  actor: "worker-01",
  cause: "job",
  memberId: null,
  memberKey: "ada",
  phaseId: null,
  phaseName: "greet",
  stepId: null,
  stepName: "wave",
  from: "dispatched",
  to: "succeeded",
  detail: null,
});

describe("following", () => {
  test("a stream that breaks is taken up behind the last event seen, until Ctrl-C", async () => {
    const stop = new AbortController();
    let breaks = 0;
    const { url, asked } = await apiServer((call, response) => {
      if (!call.path.endsWith("/stream")) return json(response, {});
      const after = Number(call.headers["last-event-id"] ?? 0);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`: hello\n\nid: ${after + 1}\ndata: ${JSON.stringify(event(after + 1))}\n\n`);
      response.end();
    });
    const { status, stdout, stderr } = await drover(["events", "--follow", "-o", "jsonl"], {
      cwd: beside(url),
      world: {
        interrupts: () => stop.signal,
        sleep: async () => {
          breaks += 1;
          if (breaks === 3) stop.abort();
        },
      },
    });
    expect(status).toBe(130);
    const seen = stdout.trim().split("\n");
    expect(seen.map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3]);
    expect(stderr).toContain("taken up again");
    expect(asked.filter(({ path }) => path.endsWith("/stream"))).toHaveLength(3);
  });

  const watched = async (last: object, flags: readonly string[] = []) => {
    let looks = 0;
    const { url } = await apiServer((call, response) => {
      if (call.path.endsWith("/why")) return json(response, {}, 404);
      looks += call.path.includes("/batches/") ? 1 : 0;
      const running = { phases: [], isManual: false };
      json(response, batch(looks < 5 ? running : last));
    });
    let nowMs = Date.parse("2026-03-14T10:00:00Z");
    const world = {
      nowMs: () => nowMs,
      sleep: async () => {
        nowMs += 6_000;
      },
    };
    return drover(["batch", "watch", "12", "--json", ...flags], { cwd: beside(url), world });
  };

  test("the exit code of a watch mirrors the batch", async () => {
    const good = await watched({ status: "completed", isManual: false });
    expect([good.status, JSON.parse(good.stdout).status]).toEqual([0, "completed"]);
    expect((await watched({ status: "failed", isManual: false })).status).toBe(4);
  });

  test("without a terminal a watch prints a plain line every ten seconds", async () => {
    const { stderr } = await watched({ status: "completed", isManual: false });
    expect(stderr).toMatch(/^Batch 12 {2}\[░+\] {2,4}0% {2}0\/0 member phases\n/);
    expect(stderr).not.toContain("\u001b");
  });

  test("a watch ends in time with 7, and says that the batch goes on", async () => {
    const late = await watched({ isManual: false }, ["--timeout", "20s"]);
    expect([late.status, late.stdout]).toEqual([7, ""]);
    expect(late.stderr).toContain("the batch goes on");
    expect(late.stderr).toContain("drover batch watch 12");
  });
});
