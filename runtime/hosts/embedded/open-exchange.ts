/** Store, broker and ledger in one SQLite file, and in each other's commits: what a step changes,
 *  says and remembers is durable together or not at all. One process has the file; whatever an
 *  earlier one held goes back to the queues when this one opens it. */
import type { Bus } from "../../bus/bus.ts";
import { entitiesOf } from "../../bus/embedded/configure.ts";
import type { TopicCounts } from "../../bus/embedded/core/statistics.ts";
import {
  type BrokerFault,
  type DurableBroker,
  openDurableBroker,
} from "../../bus/embedded/durable.ts";
import type { Settlement } from "../../bus/lock.ts";
import { TOPICS } from "../../contract/blueprint/topics.ts";
import type { WorkerId } from "../../contract/identifiers.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { ledgerRows } from "../../ledger/sqlite/ledger-rows.ts";
import { sharedLedger } from "../../ledger/sqlite/shared-ledger.ts";
import { unpublished } from "../../outbox/unpublished.ts";
import type { Audit } from "../../store/audit.ts";
import type { Reports } from "../../store/reports.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { Store } from "../../store/store.ts";
import type { Clock } from "../../time/clock.ts";
import type { SendReports } from "../../worker/report.ts";
import { fusedReports } from "./fused-reports.ts";

export type ExchangeParts = {
  readonly path: string;
  readonly clock: Clock;
  /** Never the same again, in this process or a later one. */
  readonly nextId: () => string;
  /** Each has a subscription of its own. */
  readonly workerIds: readonly WorkerId[];
  readonly observe?: (fault: BrokerFault) => void;
  /** Caps the file; for trials of a full disk. */
  readonly pagesMax?: number;
  /** For hosts that live long: the log is made that large when it is opened. */
  readonly logBytes?: number;
};

export type Exchange = {
  readonly store: Store<Settlement>;
  readonly reports: Reports;
  readonly audit: Audit;
  /** `isAhead`: for a part of this process all whose effects are commits of the store. */
  readonly connect: (owner: string, isAhead?: boolean) => Bus;
  readonly ledger: Ledger;
  /** For workers of this process: ledger, results and settlements in one commit. */
  readonly sendReports: SendReports;
  readonly statistics: () => readonly TopicCounts[];
  readonly close: () => Promise<void>;
};

export async function openExchange(parts: ExchangeParts): Promise<Exchange> {
  const { path, clock, nextId, workerIds, observe, pagesMax, logBytes } = parts;
  const opened: DurableBroker[] = [];
  /** Left out of its commit; a person hears of it, and the step whose job it was. Where the
   *  incident cannot be kept the fault was told all the same, and the step has its deadline. */
  const unpublishable = (fault: BrokerFault): void => {
    observe?.(fault);
    void store.incidents.open([unpublished(fault)]);
  };
  const store = await openSqliteStore<Settlement>({
    path,
    now: clock.now,
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    ...(pagesMax === undefined ? {} : { pagesMax }),
    ...(logBytes === undefined ? {} : { logBytes }),
    delivery: (journal) => {
      const broker = openDurableBroker({ journal, clock, nextId, observe: unpublishable });
      opened.push(broker);
      return { kind: "fused", fuse: broker.fuse };
    },
  });
  const [broker] = opened;
  if (broker === undefined) throw new Error("the store did not ask how it delivers");
  const rows = store.share(ledgerRows);
  const configured = await broker.configure(entitiesOf(TOPICS, workerIds));
  if (!configured.ok) {
    await store.close();
    throw new Error(`the bus could not be set up: ${JSON.stringify(configured.error)}`);
  }
  return {
    store,
    reports: store.reports,
    audit: store.audit,
    connect: broker.connect,
    ledger: sharedLedger(rows, (work) => store.together(({ now }) => work(now)), store.settled),
    sendReports: fusedReports(rows, store.together),
    statistics: broker.statistics,
    close: async () => {
      await broker.stop();
      await store.close();
    },
  };
}
