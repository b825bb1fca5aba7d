import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { EventRecord } from "../../../runtime/contract/http/events.ts";
import { makeBatch, ORIGIN, openTestHost, type TestHost } from "./test-host.ts";

let host: TestHost;
let batchId: number;

beforeAll(async () => {
  host = await openTestHost();
  batchId = await makeBatch(host);
}, 120_000);
afterAll(() => host.stop());

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const token = await host.tokenOf("Admin");
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  return host.ask(new Request(`${ORIGIN}${path}`, { ...init, headers }));
}

type Seen = { readonly id: string; readonly event: EventRecord };

/** The first so many events that a stream brings. */
async function firstOf(path: string, most: number, lastEventId?: string): Promise<readonly Seen[]> {
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const answer = await ask(path, { headers });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const seen: Seen[] = [];
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (seen.length < most) {
    const chunk = await reader?.read();
    text += chunk?.value ?? "";
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(part) ?? [];
      if (id !== undefined && data !== undefined)
        seen.push({ id, event: EventRecord.parse(JSON.parse(data)) });
    }
  }
  await reader?.cancel();
  return seen;
}

describe("the log over HTTP", () => {
  test("a stream goes on behind the event that was seen last, without a gap", async () => {
    const path = `/api/batches/${batchId}/events/stream`;
    const some = await firstOf(path, 2, "0");
    expect(some.map(({ event }) => event.seq).slice(0, 2)).toEqual([1, 2]);
    await ask(`/api/batches/${batchId}/pause`, { method: "POST" });
    const [next] = await firstOf(path, 1, "1");
    expect(next?.event).toEqual(some[1]?.event);
    const last = some.at(-1)?.id ?? "0";
    const [paused] = await firstOf(path, 1, last);
    expect(paused?.event).toMatchObject({ type: "batch.paused", actor: "demo-admin@drover.local" });
    expect(Number(paused?.id)).toBe(paused?.event.seq);
  });

  test("without a place a stream begins with what happens next", async () => {
    const coming = firstOf(`/api/batches/${batchId}/events/stream`, 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ask(`/api/batches/${batchId}/resume`, { method: "POST" });
    const [first] = await coming;
    expect(first?.event.type).toBe("batch.resumed");
  });

  test("the stream of everything brings batches and the platform, each event once", async () => {
    const [limit] = await Promise.all([
      firstOf("/api/events/stream", 1),
      (async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const body = JSON.stringify({ most: 9 });
        const headers = { "content-type": "application/json" };
        await ask("/api/limits/worker:worker-01", { method: "PUT", headers, body });
      })(),
    ]);
    const [set] = limit;
    expect(set?.event).toMatchObject({ type: "limit.set", batchId: null });
    const body = JSON.stringify({ most: null });
    const headers = { "content-type": "application/json" };
    await ask("/api/limits/worker:worker-01", { method: "PUT", headers, body });
    const [lifted] = await firstOf("/api/events/stream", 1, set?.id);
    expect(lifted?.event.type).toBe("limit.lifted");
  });

  test("pages of the log go from either end and may be narrowed", async () => {
    const listed = async (query: string) => {
      const answer = await ask(`/api/batches/${batchId}/events?${query}`);
      const { items } = (await answer.json()) as { readonly items: readonly EventRecord[] };
      return items.map(({ type }) => type);
    };
    const oldest = await listed("order=oldest");
    expect((await listed("order=newest")).toReversed()).toEqual(oldest);
    expect(await listed("type=batch.paused")).toEqual(["batch.paused"]);
    expect(await listed("limit=1&order=newest")).toEqual(oldest.slice(-1));
  });
});
