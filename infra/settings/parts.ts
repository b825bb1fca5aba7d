/** Groups of settings that several components share, wired to an estate. The spelling is the
 *  blueprint's (settings/platform.ts); a group that lacks a name does not compile where it is
 *  put together with the others. Pure. */
import type { Wire, WorkerValues } from "./wire.ts";

/** The word by which the Functions host knows that an identity signs in. */
const BY_IDENTITY = "managedidentity";

/** A worker's settings without its worker id would take nobody's jobs; that is a bug of ours. */
export function workerOf({ own }: Wire): WorkerValues {
  if (own.worker === null) throw new Error("a worker is wired without its worker id");
  return own.worker;
}

/** What every component has. */
export const identity = ({ estate, own }: Wire) => ({
  AZURE_CLIENT_ID: own.clientId,
  LOG_LEVEL: estate.logLevel,
});

/** What every component has that goes on running. */
export function everyService(wire: Wire) {
  const { telemetry } = wire.own;
  if (telemetry === null) throw new Error("a service is wired without a place for its telemetry");
  return {
    ...identity(wire),
    APPLICATIONINSIGHTS_CONNECTION_STRING: telemetry.connectionString,
    APPLICATIONINSIGHTS_AUTHENTICATION_STRING: telemetry.authentication,
  };
}

export const functionHost = (wire: Wire) => ({
  ...everyService(wire),
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
