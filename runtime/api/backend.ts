/** What stands behind the API: the ports it reads from, the engine, and the operators' orders. */
import type { Settlement } from "../bus/lock.ts";
import type { EngineHealth } from "../contract/http/health.ts";
import type { Environment } from "../contract/http/platform.ts";
import type { Engine } from "../engine/engine.ts";
import type { Orders } from "../orchestrator/orders.ts";
import type { Source } from "../sources/source.ts";
import type { Audit } from "../store/audit.ts";
import type { Reports } from "../store/reports.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";

export type Backend = {
  readonly store: Pick<
    Store<Settlement>,
    "batches" | "incidents" | "lookups" | "records" | "runbooks" | "transact" | "workers"
  >;
  readonly reports: Reports;
  readonly audit: Audit;
  readonly engine: Engine;
  readonly orders: Orders;
  /** Where members come from, for a look without effect. */
  readonly sources: Source;
  /** Names of the connections that administrators registered (R52). */
  readonly knownConnections: () => ReadonlySet<string>;
  /** The engine's. */
  readonly clock: Clock;
  readonly environment: () => Omit<Environment, "now">;
  /** Null while the database does not answer. */
  readonly health: () => Promise<EngineHealth | null>;
  /** What this process still waits for before its work can go on, as a sentence; null: nothing. */
  readonly notReady: () => string | null;
  /** What it goes without though it is ready, as sentences. */
  readonly notices: () => readonly string[];
  /** Which process this is, since when. */
  readonly process: { readonly instanceId: string; readonly startedAt: Date };
  /** The machine's, which no rehearsal hurries. */
  readonly machineClock: Clock;
};
