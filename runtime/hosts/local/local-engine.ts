/** The engine of a local host on the data folder: `drover.db` with everything that must last,
 *  `members/{runbook}.csv` with the members, `runbooks/` and `functions/` with the user's own
 *  runbooks and functions, and `connections.json`. Nothing of it leaves the machine: its worker has
 *  the whole library of functions, and a simulated tenant to act on. */
import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../contract/blueprint/settings/read.ts";
import type { EngineHealth } from "../../contract/http/health.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { sourcesByType } from "../../sources/by-type.ts";
import type { Connections } from "../../sources/connections.ts";
import { csvSource } from "../../sources/csv/csv-source.ts";
import { membersFolder } from "../../sources/csv/members-folder.ts";
import type { Source } from "../../sources/source.ts";
import { sqlSource } from "../../sources/sql/sql-source.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Clock } from "../../time/clock.ts";
import {
  type BootFailure,
  type BootProblem,
  sentenceOf as bootSentence,
  inPhase,
} from "../../worker/boot/phases.ts";
import { noOp, REHEARSAL } from "../../worker/functions/no-op.ts";
import { scripted } from "../../worker/functions/scripted.ts";
import type { Registry } from "../../worker/registry.ts";
import type { Drained } from "../../worker/worker.ts";
import type { Exchange } from "../embedded/open-exchange.ts";
import { openPlatform, type Platform, type PlatformParts } from "../embedded/open-platform.ts";
import { DEMO, putDemoMembers } from "./demo-company.ts";
import { engineHealth } from "./engine-health.ts";
import { faultSentence } from "./fault-sentence.ts";
import { openLocalDatabase } from "./local-database.ts";
import { bootLocalWorker, type LocalWorker, type LocalWorkerParts } from "./local-worker.ts";
import { BY, publishFolder } from "./publish-runbooks.ts";
import { readyMessages } from "./quiet.ts";
import { readConnections } from "./read-connections.ts";
import { type LocalWorkerSettings, localWorkerSettings } from "./worker-settings.ts";

export type LocalEngineParts = {
  /** Nobody else has it while this process lives. */
  readonly folder: string;
  readonly shipped: string;
  readonly clock: Clock;
  readonly tenant: Tenant;
  /** Takes the tenant's secrets out of what functions answer. */
  readonly scrub: (text: string) => string;
  readonly speed: number;
  /** The machine's, and the time that nobody sets. */
  readonly real: Clock;
  readonly steadyMs: () => number;
  readonly environment: Environment;
  readonly nextId: () => string;
  readonly version: string;
  readonly complain: (sentence: string) => void;
};

export type LocalEngine = {
  readonly platform: Platform;
  readonly exchange: Exchange;
  readonly sources: Source;
  /** By name. */
  readonly connections: Connections;
  /** People of the made-up company get into the table of their move, which is switched on; false
   *  where that table is somebody's own. */
  readonly beginDemo: (people: number) => Promise<Result<boolean, string>>;
  /** Messages that somebody could take now. */
  readonly ready: () => number;
  readonly health: () => Promise<EngineHealth | null>;
  /** What keeps the worker from taking jobs; null when it takes them. */
  readonly workerProblem: () => string | null;
  /** What the worker goes without, as sentences. */
  readonly workerNotices: () => readonly string[];
  readonly ended: Promise<void>;
  readonly stop: () => Promise<Drained>;
};

/** Why a host cannot start, for a person, and the code its process ends with. */
export type StartFailure = { readonly sentence: string; readonly exitCode: number };

/** The process before this one is dead, or it would still have the folder: under the same name
 *  its leases are taken over at once. */
const OWNER = "local";
/** What the worker need not ask its tenant for. */
const GIVEN = [REHEARSAL, "alerts"];
const TICK_MS = 60_000;
const SWEEP_MS = 1_000;
/** Time that hurries is looked at less often, or looking would be all that happens. Whatever has
 *  its instant is still done at it, and whoever makes a row due wakes the sweep. */
const LOOK_MS_MAX = 600_000;
const lookMs = (usualMs: number, speed: number): number =>
  Math.max(usualMs, Math.min(LOOK_MS_MAX, speed * 60));

const refused = (sentence: string): StartFailure => ({ sentence, exitCode: 1 });
const unbooted = (failure: BootFailure): StartFailure => ({
  sentence: bootSentence(failure),
  exitCode: failure.exitCode,
});

export async function openLocalEngine(
  parts: LocalEngineParts,
): Promise<Result<LocalEngine, StartFailure>> {
  const { folder, environment } = parts;
  for (const each of ["members", "runbooks", "functions"]) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  const connections = readConnections(folder, join(folder, "connections.json"));
  if (!connections.ok) return fail(refused(connections.error));
  const settings = await inPhase("config", async () => localWorkerSettings(environment));
  if (!settings.ok) return fail(unbooted(settings.error));
  const exchange = await openLocalDatabase(parts, settings.value.workerId);
  if (!exchange.ok) return fail(refused(exchange.error));
  const worker = await bootLocalWorker(bootPartsOf(parts, settings.value, exchange.value));
  if (worker.ok) {
    const opened = { exchange: exchange.value, connections: connections.value };
    return ok(await openRoles(parts, settings.value, worker.value, opened));
  }
  await exchange.value.close();
  return fail(unbooted(worker.error));
}

type Opened = Pick<LocalEngine, "exchange" | "connections">;

async function openRoles(
  parts: LocalEngineParts,
  settings: LocalWorkerSettings,
  worker: LocalWorker,
  { exchange, connections }: Opened,
): Promise<LocalEngine> {
  const { folder, clock, complain, shipped } = parts;
  const members = join(folder, "members");
  const sources = sourcesByType({
    csv: csvSource(membersFolder(members)),
    sql: sqlSource({ connections, clock }),
  });
  const platform = await openPlatform(platformPartsOf(parts, exchange, sources));
  await worker.start((functions) => employ(parts, settings, platform, functions));
  const publishing = { engine: platform.engine, store: exchange.store, complain };
  await publishFolder(publishing, shipped, false);
  await publishFolder(publishing, join(folder, "runbooks"), true);
  platform.tickNow();
  const watcher = watch(members, () => platform.tickNow());
  return {
    platform,
    exchange,
    sources,
    connections,
    beginDemo: (people) => beginDemo(platform, members, people, clock.now()),
    health: () => engineHealth(exchange.store, platform.lastTick()?.at ?? null, clock.now()),
    ready: () => readyMessages(exchange.statistics(), settings.concurrency),
    workerProblem: worker.problem,
    workerNotices: worker.notices,
    ended: platform.ended,
    stop: async () => {
      watcher.close();
      await worker.stop();
      const drained = await platform.stop(settings.drainMs);
      await exchange.close();
      return drained;
    },
  };
}

async function beginDemo(
  platform: Platform,
  members: string,
  people: number,
  now: Date,
): Promise<Result<boolean, string>> {
  if (!putDemoMembers(members, people, now)) return ok(false);
  const on = await platform.engine.setAutomation(DEMO.runbook, true, BY);
  if (!on.ok) return fail(`The demonstration cannot begin: ${on.error.kind}.`);
  platform.tickNow();
  return ok(true);
}

/** The library, functions to rehearse with, and whatever the user put into the folder: at home
 *  that allows it. */
function bootPartsOf(
  { folder, clock, tenant, real, complain }: LocalEngineParts,
  { workerId }: LocalWorkerSettings,
  exchange: Exchange,
): LocalWorkerParts {
  const traits = { effect: "write", idempotency: "natural-key" } as const;
  return {
    workerId,
    bus: exchange.connect(`${OWNER}:boot`),
    tenant,
    given: GIVEN,
    extra: [noOp(), scripted({ ...traits, clock, perform: () => {} })],
    custom: { folder: join(folder, "functions"), allowed: "all" },
    real,
    complain,
  };
}

async function employ(
  { scrub, real }: LocalEngineParts,
  { workerId, concurrency }: LocalWorkerSettings,
  platform: Pick<Platform, "employ">,
  functions: Registry,
): Promise<Result<null, BootProblem>> {
  const employed = await platform.employ([{ workerId, functions, concurrency, scrub, real }]);
  if (employed.ok) return employed;
  const what = "The worker could not be registered.";
  const next = "It is tried again; free the disk if it is full.";
  return fail({ what, why: `The database says: ${employed.error.kind}.`, next });
}

const platformPartsOf = (
  { clock, version, complain, speed }: LocalEngineParts,
  exchange: Exchange,
  sources: Source,
): PlatformParts => ({
  exchange,
  clock,
  owner: OWNER,
  version,
  sources,
  workers: [],
  observe: (fault) => complain(faultSentence(fault)),
  tickMs: lookMs(TICK_MS, speed),
  ...(speed > 1 ? { lookMs: lookMs(SWEEP_MS, speed) } : {}),
});
