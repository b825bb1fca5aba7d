/** Store and broker as hosts put them together: in one commit, or apart with an outbox. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import { inMemoryBroker } from "../../../runtime/bus/embedded/in-memory.ts";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import { openExchange } from "../../../runtime/hosts/embedded/open-exchange.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { memoryLedger } from "../../../runtime/ledger/memory/memory-ledger.ts";
import { startRelay } from "../../../runtime/outbox/relay.ts";
import { openSplit } from "../../../runtime/outbox/split.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { ManualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type { SendReports } from "../../../runtime/worker/report.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { MINUTE, SECOND } from "./times.ts";

export const WEST = WorkerId.parse("west");

export const COMPOSITIONS = ["fused", "split"] as const;
export type Composition = (typeof COMPOSITIONS)[number];

export type Grounds = {
  readonly store: Store<Settlement>;
  readonly connect: (owner: string) => Bus;
  readonly ledger: Ledger;
  readonly send?: SendReports;
  readonly close: () => Promise<void>;
};

export const openGrounds = (
  composition: Composition,
  path: string,
  clock: ManualClock,
  outgoing: (bus: Bus) => Bus,
): Promise<Grounds> =>
  composition === "fused" ? fused(path, clock) : split(path, clock, outgoing);

async function fused(path: string, clock: ManualClock): Promise<Grounds> {
  const exchange = await openExchange({ path, clock, nextId: numbered(), workerIds: [WEST] });
  const { store, connect, ledger, sendReports: send, close } = exchange;
  return { store, connect, ledger, send, close };
}

async function split(
  path: string,
  clock: ManualClock,
  outgoing: (bus: Bus) => Bus,
): Promise<Grounds> {
  const owner = "host";
  const delivery = () => ({ kind: "outbox", owner, claimMs: 30 * SECOND }) as const;
  const raw = await openSqliteStore<Settlement>({ path, now: clock.now, delivery });
  const broker = inMemoryBroker(clock, numbered());
  answerOf(broker.configure(entitiesOf(TOPICS, [WEST])));
  const bus = outgoing(broker.connect("outbox"));
  const observe = (): void => {};
  const store = openSplit({ store: raw, bus, observe, clock });
  const relay = startRelay({ store, bus, clock, owner: "relay", observe, everyMs: MINUTE });
  const close = async (): Promise<void> => {
    await relay.stop();
    broker.stop();
    await store.close();
  };
  return { store, connect: broker.connect, ledger: memoryLedger(clock.now), close };
}

const numbered = (): (() => string) => {
  let ids = 0;
  return () => {
    ids += 1;
    return `id-${ids}`;
  };
};
