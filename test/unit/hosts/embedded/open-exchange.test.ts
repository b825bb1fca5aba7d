import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { workerResult } from "../../../../runtime/contract/messages/worker-result.ts";
import type { Exchange } from "../../../../runtime/hosts/embedded/open-exchange.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { jobMessage } from "../../worker/job-message.ts";
import { calm, exchangeWorld, JOBS, RESULTS } from "./exchange-world.ts";

let world: ReturnType<typeof exchangeWorld>;
let open: Exchange[];

beforeEach(() => {
  world = exchangeWorld();
  open = [];
});
afterEach(async () => {
  for (const exchange of open) await exchange.close();
  world.remove();
});

/** As if the process before had died: nothing is closed, what it wrote is what there is. */
async function boot(): Promise<Exchange> {
  const exchange = await world.open();
  open.push(exchange);
  return exchange;
}

const give = async (exchange: Exchange, ...steps: readonly number[]): Promise<void> => {
  const messages = steps.map((step) => jobMessage({ id: `step-${step}-attempt-1` }));
  answerOf(await exchange.connect("engine").publish("worker-jobs", messages));
};

const resultsIn = async (exchange: Exchange) => {
  const bus = exchange.connect("engine");
  const received = answerOf(await bus.receive(RESULTS, { max: 100, waitMs: 0 }));
  await bus.settle(received.map(({ lock }) => ({ kind: "complete", lock })));
  return received.map(({ body }) => answerOf(workerResult.read(body)));
};

/** Enough to open the file, and not for a report of 200,000 letters. */
const PAGES_LEFT = 10;

describe("store, bus and ledger in one file", () => {
  test("timers and sockets have their turn while each commit follows from the last", async () => {
    const { leases } = (await boot()).store;
    let isTurn = false;
    setImmediate(() => {
      isTurn = true;
    });
    for (let commits = 0; commits < 100 && !isTurn; commits += 1) {
      answerOf(await leases.acquire(`lease-${commits}`, "host", 1_000));
    }
    expect(isTurn).toBe(true);
  });

  test("R08 (part): a step's result, ledger row and settlement are one commit", async () => {
    const exchange = await boot();
    await give(exchange, 1, 2);
    const worker = world.work(exchange, "worker");
    await calm();
    expect(world.effects).toHaveLength(2);
    const after = await boot();
    expect(await resultsIn(after)).toHaveLength(2);
    const jobs = after.statistics().find(({ topic }) => topic === JOBS.topic);
    expect(jobs?.subscriptions[JOBS.subscription]).toMatchObject({ ready: 0, locked: 0, dead: 0 });
    await worker.stop(0);
  });

  test("R12 (part): what a dead host held comes again, counted, without waiting", async () => {
    const dead = await boot();
    await give(dead, 1);
    const held = answerOf(await dead.connect("worker").receive(JOBS, { max: 10, waitMs: 0 }));
    expect(held.map(({ deliveryCount }) => deliveryCount)).toEqual([1]);
    const after = await boot();
    const again = answerOf(await after.connect("worker").receive(JOBS, { max: 10, waitMs: 0 }));
    expect(again.map(({ deliveryCount }) => deliveryCount)).toEqual([2]);
  });

  test("R08: a job done and delivered again is answered from the ledger, not run", async () => {
    const exchange = await boot();
    await give(exchange, 1);
    const worker = world.work(exchange, "worker");
    await calm();
    await worker.stop(0);
    const [first] = await resultsIn(exchange);
    world.clock.advance(24 * 3_600_000);
    await give(exchange, 1);
    const other = world.work(exchange, "another");
    await calm();
    expect(world.effects).toHaveLength(1);
    expect(await resultsIn(exchange)).toEqual([first]);
    await other.stop(0);
  });

  test("a file that is full at its start says so, where it is, and what to do", async () => {
    const first = await world.open();
    await first.close();
    const pages = world.pages();
    await expect(world.open(pages)).rejects.toThrow(
      new RegExp(
        `^The database .+drover\\.db cannot be opened: it has all ${pages} pages it may\\. ` +
          "Allow it more pages and start again: all that was kept is still in it\\.$",
      ),
    );
    open.push(await world.open());
  });

  test("R28 (part): a full disk refuses reports whole, and they can be sent later", async () => {
    const exchange = await boot();
    await give(exchange, 1);
    await exchange.close();
    open = [];
    const full = await world.open(world.pages() + PAGES_LEFT);
    const [job] = answerOf(await full.connect("worker").receive(JOBS, { max: 1, waitMs: 0 }));
    if (job === undefined) throw new Error("there is no job");
    const message = { ...jobMessage({}), body: JSON.stringify({ long: "x".repeat(200_000) }) };
    const report = { kind: "answer", lock: job.lock, message, keep: null } as const;
    expect(await full.sendReports([report])).toMatchObject({
      ok: false,
      error: { kind: "ledger-failed", failure: { detail: "full" } },
    });
    expect(answersIn(full)).toBe(0);
    await full.close();
    const after = await boot();
    expect(answerOf(await after.sendReports([report]))).toEqual({ reports: 1 });
    expect(answersIn(after)).toBe(1);
  });

  test("a delivery that cannot be answered becomes a dead letter with its reason", async () => {
    const exchange = await boot();
    await give(exchange, 1);
    const bus = exchange.connect("worker");
    const [job] = answerOf(await bus.receive(JOBS, { max: 1, waitMs: 0 }));
    if (job === undefined) throw new Error("there is no job");
    const refused = {
      kind: "refused",
      lock: job.lock,
      reason: "odd",
      description: "Odd.",
    } as const;
    answerOf(await exchange.sendReports([refused, { ...refused, lock: null }]));
    const dead = await bus.peek({ ...JOBS, queue: "dead-letter" }, { from: 0, max: 10 });
    expect(answerOf(dead)).toHaveLength(1);
    expect(answersIn(exchange)).toBe(0);
  });
});

/** Results that wait for the engine. */
function answersIn(exchange: Exchange): number {
  const results = exchange.statistics().find(({ topic }) => topic === RESULTS.topic);
  return results?.subscriptions[RESULTS.subscription]?.ready ?? 0;
}
