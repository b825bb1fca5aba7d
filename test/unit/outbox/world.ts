/** A store with an outbox in a real file and a broker in memory, with one clock for both; and a
 *  way to break the bus or lose a process at a seam. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { inMemoryBroker } from "../../../runtime/bus/embedded/in-memory.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { OutboxFault } from "../../../runtime/outbox/fault.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { OutgoingMessage, Unit } from "../../../runtime/store/unit.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";

export const WORK = { topic: "work", subscription: "reader" } as const;
export const CLAIM_MS = 30_000;

export type OutboxWorld = {
  readonly store: Store<Settlement>;
  readonly bus: Bus;
  readonly clock: ManualClock;
  readonly faults: OutboxFault[];
  readonly observe: (fault: OutboxFault) => void;
  readonly waiting: () => Promise<number>;
  readonly received: () => Promise<readonly string[]>;
  /** Waits until there is something. */
  readonly nextReceived: () => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
};

export async function outboxWorld(): Promise<OutboxWorld> {
  const folder = mkdtempSync(join(tmpdir(), "drover-outbox-"));
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const store = await openSqliteStore<Settlement>({
    path: join(folder, "drover.db"),
    now: clock.now,
    delivery: () => ({ kind: "outbox", owner: "host-a", claimMs: CLAIM_MS }),
  });
  let ids = 0;
  const broker = inMemoryBroker(clock, () => {
    ids += 1;
    return `id-${ids}`;
  });
  broker.configure([entity]);
  const bus = broker.connect("reader");
  const faults: OutboxFault[] = [];
  return {
    store,
    bus,
    clock,
    faults,
    observe: (fault) => void faults.push(fault),
    waiting: async () => {
      const count = await store.outbox.waiting();
      if (!count.ok) throw new Error(count.error.kind);
      return count.value;
    },
    received: () => receivedIds(bus, 0),
    nextReceived: () => receivedIds(bus, CLAIM_MS),
    remove: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function receivedIds(bus: Bus, waitMs: number): Promise<readonly string[]> {
  const got = await bus.receive(WORK, { max: 100, waitMs });
  if (!got.ok) throw new Error(got.error.kind);
  return got.value.map(({ messageId }) => messageId);
}

/** No duplicate window: a message that is published twice is seen twice. */
const entity = {
  topic: { name: WORK.topic, ttlMs: null, bytesMax: 10_000_000, duplicateWindowMs: 0 },
  subscriptions: [
    {
      name: WORK.subscription,
      ttlMs: null,
      lockMs: 60_000,
      maxDeliveryCount: 10,
      requiresSession: false,
      deadLetterOnExpiration: true,
      deadLetterOnFilterError: true,
      filters: [{ kind: "all" }],
    },
  ],
} as const;

export const message = (id: string, over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  topic: WORK.topic,
  envelope: { messageId: MessageId.parse(id), body: `body of ${id}`, properties: {} },
  notBefore: null,
  ...over,
});

export const tooLarge = (id: string): OutgoingMessage => {
  const { envelope, ...rest } = message(id);
  return { ...rest, envelope: { ...envelope, body: "x".repeat(300_000) } };
};

/** Commits messages and settlements, and no rows. */
export const commit = (
  store: Store<Settlement>,
  publish: readonly OutgoingMessage[],
  settle: readonly Settlement[] = [],
) =>
  store.transact(
    { batches: new Map() },
    ({ nextIds }): Unit<Settlement> => ({
      writes: [],
      nextIds,
      publish,
      settle,
      remember: [],
      consumed: [],
      sent: [],
    }),
  );
