/** Store, broker and ledger in one SQLite file, and in each other's commits: what a step changes,
 *  says and remembers is durable together or not at all. One process has the file; whatever an
 *  earlier one held goes back to the queues when this one opens it.
 *  A file that cannot be used, such as one on a full disk, is a sentence for whoever starts it. */
import type { Bus } from "../../bus/bus.ts";
import { entitiesOf } from "../../bus/embedded/configure.ts";
import type { EntityFailure } from "../../bus/embedded/core/put-entity.ts";
import type { TopicCounts } from "../../bus/embedded/core/statistics.ts";
import {
  type BrokerFault,
  type DurableBroker,
  openDurableBroker,
} from "../../bus/embedded/durable.ts";
import type { Unavailable } from "../../bus/failure.ts";
import type { Settlement } from "../../bus/lock.ts";
import { TOPICS } from "../../contract/blueprint/topics.ts";
import type { WorkerId } from "../../contract/identifiers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { ledgerRows } from "../../ledger/sqlite/ledger-rows.ts";
import { sharedLedger } from "../../ledger/sqlite/shared-ledger.ts";
import { unpublished } from "../../outbox/unpublished.ts";
import type { Audit } from "../../store/audit.ts";
import type { CommitFailure } from "../../store/failure.ts";
import type { Reports } from "../../store/reports.ts";
import type { Journal } from "../../store/sqlite/journal.ts";
import { failureOf } from "../../store/sqlite/sqlite-failure.ts";
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

/** For whoever cannot do without: throws the sentence. */
export async function openExchange(parts: ExchangeParts): Promise<Exchange> {
  const opened = await tryExchange(parts);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

/** Or why there is none, where, and what to do about it. */
export async function tryExchange(parts: ExchangeParts): Promise<Result<Exchange, string>> {
  const refused: Refused = { last: null };
  try {
    const opened = await open(parts, refused);
    if (opened.ok) return opened;
    if (refused.last === null) throw new Error(`the bus was not set up: ${opened.error.kind}`);
    return fail(cannotOpen(parts, refused.last));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return fail(cannotOpen(parts, failure));
  }
}

function cannotOpen({ path, pagesMax }: ExchangeParts, failure: CommitFailure): string {
  const beginning = `The database ${path} cannot be opened`;
  if (failure.kind === "full") {
    const why = pagesMax === undefined ? "the disk is full" : `it has all ${pagesMax} pages it may`;
    const next = pagesMax === undefined ? "Free some of the disk" : "Allow it more pages";
    return `${beginning}: ${why}. ${next} and start again: all that was kept is still in it.`;
  }
  const why = failure.kind === "unavailable" ? failure.reason : `it is ${failure.kind}`;
  const next = "Free the disk or put a copy of it back; without the file Drover begins anew.";
  return `${beginning}: ${why}. ${next}`;
}

/** Keeps in mind why the last records were not kept. */
type Refused = { last: CommitFailure | null };

const noting = (journal: Journal, refused: Refused): Journal => ({
  ...journal,
  append: async (records) => {
    const appended = await journal.append(records);
    refused.last = appended.ok ? null : appended.error;
    return appended;
  },
});

async function open(
  parts: ExchangeParts,
  refused: Refused,
): Promise<Result<Exchange, EntityFailure | Unavailable>> {
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
      const noted = noting(journal, refused);
      const broker = openDurableBroker({ journal: noted, clock, nextId, observe: unpublishable });
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
    return configured;
  }
  return ok({
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
  });
}
