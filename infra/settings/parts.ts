/** Groups of settings that several components share, wired to an estate. The spelling is the
 *  blueprint's (settings/platform.ts); a group that lacks a name does not compile where it is
 *  put together with the others. Pure. */
import { SCHEDULES, type ScheduleName } from "../../runtime/contract/blueprint/schedules.ts";
import type { Wire, WorkerValues } from "./wire.ts";

/** The word by which the Functions host knows that an identity signs in. */
const BY_IDENTITY = "managedidentity";

export const cronOf = (schedule: ScheduleName, { estate }: Wire): string =>
  SCHEDULES[schedule].cron[estate.size];

/** A worker's settings without its worker id would take nobody's jobs; that is a bug of ours. */
export function workerOf({ own }: Wire): WorkerValues {
  if (own.worker === null) throw new Error("a worker is wired without its worker id");
  return own.worker;
}

/** Identity and telemetry: what every component has. */
export const everyComponent = ({ estate, own }: Wire) => ({
  AZURE_CLIENT_ID: own.clientId,
  LOG_LEVEL: estate.logLevel,
  APPLICATIONINSIGHTS_CONNECTION_STRING: own.telemetry.connectionString,
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: own.telemetry.authentication,
});

export const functionHost = (wire: Wire) => ({
  ...everyComponent(wire),
  AzureWebJobsStorage__accountName: wire.own.hostAccount,
  AzureWebJobsStorage__credential: BY_IDENTITY,
  AzureWebJobsStorage__clientId: wire.own.clientId,
});

export const bus = ({ estate }: Wire) => ({ SERVICE_BUS_NAMESPACE: estate.busHost });

export const busTrigger = ({ estate, own }: Wire) => ({
  ServiceBusConnection__fullyQualifiedNamespace: estate.busHost,
  ServiceBusConnection__credential: BY_IDENTITY,
  ServiceBusConnection__clientId: own.clientId,
});

export const database = ({ estate }: Wire) => ({
  DROVER_SQL_SERVER: estate.sqlHost,
  DROVER_SQL_DATABASE: estate.sqlDatabase,
});
