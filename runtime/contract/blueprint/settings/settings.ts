/** One settings schema for each component; a component without one does not compile. */
import type { z } from "zod";
import type { ComponentName } from "../components.ts";
import {
  adminApiSettings,
  databaseBootstrapSettings,
  orchestratorSettings,
  schedulerSettings,
} from "./engine.ts";
import {
  agentSettings,
  haymakerArchiverSettings,
  haymakerMonitorSettings,
  haymakerSchedulerSettings,
  haymakerWorkerSettings,
} from "./haymaker.ts";
import { runCardSettings } from "./run-cards.ts";
import { scaledContainerSettings, scalerSettings } from "./scaler.ts";
import { workerSettings } from "./worker.ts";

export const SETTINGS = {
  scheduler: schedulerSettings,
  orchestrator: orchestratorSettings,
  "admin-api": adminApiSettings,
  worker: workerSettings,
  "database-bootstrap": databaseBootstrapSettings,
  "haymaker-scheduler": haymakerSchedulerSettings,
  "haymaker-monitor": haymakerMonitorSettings,
  "haymaker-archiver": haymakerArchiverSettings,
  "haymaker-worker": haymakerWorkerSettings,
  agent: agentSettings,
  "run-cards-ingest": runCardSettings,
  "run-cards-minutes": runCardSettings,
  "run-cards-score": runCardSettings,
  scaler: scalerSettings,
  "scaled-container": scaledContainerSettings,
} as const satisfies Readonly<Record<ComponentName, z.ZodObject>>;

/** What a component works with once its settings were read. */
export type SettingsOf<Name extends ComponentName> = Readonly<z.output<(typeof SETTINGS)[Name]>>;

/** What infra must provide, `Value` being its kind of text: every name without a default is
 *  required, so a forgotten one does not compile. */
export type AppSettingsOf<Name extends ComponentName, Value> = {
  readonly [Setting in keyof z.input<(typeof SETTINGS)[Name]>]: Value;
};
