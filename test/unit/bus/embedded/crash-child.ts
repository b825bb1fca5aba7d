/** A process that works a broker in a file as fast as it can, says on its output what it was told,
 *  and is meant to be killed. Each line: what was asked before it was asked, in capitals what was
 *  answered. */
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { type DurableBroker, openDurableBroker } from "../../../../runtime/bus/embedded/durable.ts";
import type { Settlement } from "../../../../runtime/bus/lock.ts";
import { openSqliteStore } from "../../../../runtime/store/sqlite/sqlite-store.ts";
import { systemClock } from "../../../../runtime/time/system/system-clock.ts";
import { ENTITIES, envelope, JOBS, outgoing } from "./durable-entities.ts";

const [path = "", life = ""] = process.argv.slice(2);
const say = (word: string, ids: readonly string[]): void => {
  for (const id of ids) writeSync(1, `${word} ${id}\n`);
};

const brokers: DurableBroker[] = [];
const store = await openSqliteStore<Settlement>({
  path,
  now: systemClock.now,
  delivery: (journal) => {
    const parts = { journal, clock: systemClock, nextId: randomUUID, checkpointChars: 20_000 };
    const broker = openDurableBroker(parts);
    brokers.push(broker);
    return { kind: "fused", fuse: broker.fuse };
  },
});
const [broker] = brokers;
if (broker === undefined) throw new Error("no broker");
await broker.configure(ENTITIES);
const bus = broker.connect(`host-${life}`);

async function publishForEver(): Promise<never> {
  for (let round = 0; ; round += 1) {
    const ids = Array.from({ length: 5 }, (_, index) => `${life}-p${round}-${index}`);
    const published = await bus.publish(
      JOBS.topic,
      ids.map((id) => envelope(id)),
    );
    if (published.ok) say("PUBLISHED", ids);
  }
}

/** Completes what it receives and publishes as much, in one commit; one in eight it keeps. */
async function workForEver(): Promise<never> {
  for (let round = 0; ; round += 1) {
    const got = await bus.receive(JOBS, { max: 8, waitMs: 60_000 });
    if (!got.ok) continue;
    const done = got.value.slice(0, 7);
    const ids = done.map(({ messageId }) => messageId);
    const follow = [`${life}-u${round}`];
    say("complete", ids);
    const committed = await store.together(({ deliver }) => {
      const settle = done.map(({ lock }) => ({ kind: "complete" as const, lock }));
      deliver({ publish: follow.map((id) => outgoing(JOBS.topic, id)), settle });
    });
    if (!committed.ok) continue;
    say("COMPLETED", ids);
    say("PUBLISHED", follow);
  }
}

await Promise.all([publishForEver(), workForEver()]);
