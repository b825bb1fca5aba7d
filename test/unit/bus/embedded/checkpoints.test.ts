import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../../runtime/bus/bus.ts";
import { fail } from "../../../../runtime/contract/result.ts";
import type { Journal } from "../../../../runtime/store/sqlite/journal.ts";
import { type BrokerInFile, brokerInFile } from "./broker-in-file.ts";
import { ENTITIES, envelope, JOBS, outgoing } from "./durable-entities.ts";

const CHARS = 20_000;

let file: BrokerInFile;
let cannotCompact = false;
const through = (journal: Journal): Journal => ({
  ...journal,
  compact: async (through, records) =>
    cannotCompact ? fail({ kind: "busy" }) : journal.compact(through, records),
});

beforeEach(async () => {
  cannotCompact = false;
  file = await brokerInFile({ entities: ENTITIES, checkpointChars: CHARS, through });
});
afterEach(() => file.remove());

const charsIn = ({ store }: BrokerInFile): number =>
  store.journal.read().reduce((sum, { records }) => sum + records.length, 0);

/** Passes messages through, one commit for each; answers with all that was ever written. */
async function traffic(bus: Bus, from: number, count: number): Promise<number> {
  let written = 0;
  let last = 0;
  for (let index = from; index < from + count; index += 1) {
    await file.store.together(({ deliver }) => {
      deliver({ publish: [outgoing(JOBS.topic, `m${index}`)], settle: [] });
    });
    const got = await bus.receive(JOBS, { max: 1, waitMs: 0 });
    if (got.ok) await bus.settle(got.value.map(({ lock }) => ({ kind: "complete", lock })));
    for (const { id, records } of file.store.journal.read()) {
      if (id > last) written += records.length;
      last = Math.max(last, id);
    }
  }
  return written;
}

const statisticsOf = async ({ broker }: BrokerInFile) => {
  await broker.hostDied("one");
  return broker.statistics();
};

describe("checkpoints", () => {
  test("the journal stays short however much passes through it", async () => {
    const bus = file.broker.connect("one");
    const written = await traffic(bus, 0, 150);
    expect(written).toBeGreaterThan(4 * CHARS);
    expect(charsIn(file)).toBeLessThan(3 * CHARS);
    await traffic(bus, 150, 150);
    expect(charsIn(file)).toBeLessThan(3 * CHARS);
  });

  test("what waits, is held or deferred, and what was seen, is in a checkpoint", async () => {
    const bus = file.broker.connect("one");
    const ids = Array.from({ length: 1_300 }, (_, index) => `w${index}`);
    await bus.publish(
      "results",
      ids.map((id) => envelope(id)),
    );
    const results = { topic: "results", subscription: "reader" };
    const held = await bus.receive(results, { max: 3, waitMs: 0 });
    if (!held.ok || held.value[0] === undefined) throw new Error("nothing received");
    await bus.settle([{ kind: "defer", lock: held.value[0].lock }]);
    const notBefore = new Date(file.clock.now().getTime() + 3_600_000);
    await bus.publish("results", [{ ...envelope("later"), notBefore }]);
    const first = file.store.journal.read()[0]?.id ?? 0;
    for (let from = 0; (file.store.journal.read()[0]?.id ?? 0) <= first; from += 10)
      await traffic(bus, from, 10);
    const before = await statisticsOf(file);
    file = await file.reopen();
    expect(file.broker.statistics()).toEqual(before);
    const again = file.broker.connect("two");
    await again.publish("results", [envelope("w0"), envelope("w1299"), envelope("later")]);
    expect(file.broker.statistics()[1]).toMatchObject({ duplicates: 3, scheduled: 1 });
    const peeked = await again.peek(results, { from: 1_290, max: 250 });
    expect(peeked).toMatchObject({ ok: true });
    if (peeked.ok) expect(peeked.value.at(-1)).toMatchObject(envelope("w1299"));
  });

  test("a journal that cannot be cut now is cut later, and means the same meanwhile", async () => {
    const bus = file.broker.connect("one");
    cannotCompact = true;
    await traffic(bus, 0, 150);
    expect(charsIn(file)).toBeGreaterThan(4 * CHARS);
    await bus.publish(JOBS.topic, [envelope("stays")]);
    const before = await statisticsOf(file);
    file = await file.reopen();
    expect(file.broker.statistics()).toEqual(before);
    cannotCompact = false;
    await traffic(file.broker.connect("one"), 150, 150);
    expect(charsIn(file)).toBeLessThan(3 * CHARS);
  });

  test("a checkpoint amid which a commit fails is begun anew, and nothing is lost", async () => {
    const bus = file.broker.connect("one");
    await bus.publish("results", [envelope("stays")]);
    for (let round = 0; round < 60; round += 1) {
      await traffic(bus, 10 * round, 4);
      const refused = file.store.together(({ deliver }) => {
        deliver({ publish: [outgoing(JOBS.topic, `never${round}`)], settle: [] });
        throw new Error("refused");
      });
      await expect(refused).rejects.toThrow("refused");
    }
    const before = await statisticsOf(file);
    expect(before[1]?.subscriptions["reader"]?.ready).toBe(1);
    file = await file.reopen();
    expect(file.broker.statistics()).toEqual(before);
  });
});
