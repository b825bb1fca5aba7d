import { describe, expect, test } from "@jest/globals";
import { apiServer, batch, beside, json, problem } from "../api-server.ts";
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

  test("a stream is asked for again while Drover is starting, and not for ever", async () => {
    const startingFor = async (answers: number) => {
      const stop = new AbortController();
      let left = answers;
      let streams = 0;
      const { url } = await apiServer((call, response) => {
        if (!call.path.endsWith("/stream")) return json(response, {});
        if (streams === 1 && left > 0) {
          left -= 1;
          return problem(response, 503, "not-ready");
        }
        streams += 1;
        if (streams === 2) stop.abort();
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`id: 1\ndata: ${JSON.stringify(event(1))}\n\n`);
      });
      const world = { interrupts: () => stop.signal };
      const ended = await drover(["events", "--follow", "-o", "jsonl"], {
        cwd: beside(url),
        world,
      });
      return { ...ended, asked: answers - left };
    };
    expect(await startingFor(30)).toMatchObject({ status: 130, asked: 30 });
    const never = await startingFor(100_000);
    expect([never.status, never.stderr]).toEqual([1, expect.stringContaining("E0166")]);
    expect(never.asked).toBeLessThan(10_000);
  });

  test("a watch outlives a Drover that is started anew, and tells it once", async () => {
    let looks = 0;
    const { url } = await apiServer((call, response) => {
      if (call.path.endsWith("/why")) return json(response, {}, 404);
      if (!call.path.includes("/batches/")) return json(response, {});
      looks += 1;
      if (looks > 2 && looks < 40) return problem(response, 503, "not-ready");
      json(response, batch({ isManual: false, ...(looks < 41 ? {} : { status: "completed" }) }));
    });
    const end = await drover(["batch", "watch", "12", "--json"], { cwd: beside(url) });
    expect([end.status, JSON.parse(end.stdout).status]).toEqual([0, "completed"]);
    expect(end.stderr.match(/Drover does not answer/g)).toHaveLength(1);
  });

  test("the time to watch is up also while Drover is away, as is the wish to watch", async () => {
    const away = async (flags: readonly string[], stop = new AbortController()) => {
      let nowMs = Date.parse("2026-03-14T10:00:00Z");
      let looks = 0;
      const { url } = await apiServer((call, response) => {
        if (call.path.endsWith("/why")) return json(response, {}, 404);
        looks += call.path.includes("/batches/") ? 1 : 0;
        if (looks > 1) return problem(response, 503, "not-ready");
        json(response, batch({ isManual: false }));
      });
      const world = {
        nowMs: () => nowMs,
        interrupts: () => stop.signal,
        sleep: async () => {
          nowMs += 1_000;
          if (looks > 9 && flags.length === 0) stop.abort();
        },
      };
      return drover(["batch", "watch", "12", ...flags], { cwd: beside(url), world });
    };
    const late = await away(["--timeout", "20s"]);
    expect([late.status, late.stderr]).toEqual([7, expect.stringContaining("the batch goes on")]);
    const stopped = await away([]);
    expect([stopped.status, stopped.stderr]).toEqual([130, expect.stringContaining("E0171")]);
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
