/** The engine of a local host on the data folder: `drover.db` with everything that must last,
 *  `members/{runbook}.csv` with the members, `runbooks/` and `functions/` with the user's own
 *  runbooks and functions, and `connections.json`. Nothing of it leaves the machine: its worker has
 *  the whole library of functions, and a simulated tenant to act on. */
import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import type { EngineHealth } from "../../contract/http/health.ts";
import { WorkerId } from "../../contract/identifiers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { sourcesByType } from "../../sources/by-type.ts";
import type { Connections } from "../../sources/connections.ts";
import { csvSource } from "../../sources/csv/csv-source.ts";
import { membersFolder } from "../../sources/csv/members-folder.ts";
import type { Source } from "../../sources/source.ts";
import { sqlSource } from "../../sources/sql/sql-source.ts";
import { LOG_BYTES } from "../../store/sqlite/database.ts";
import { failureOf } from "../../store/sqlite/sqlite-failure.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Clock } from "../../time/clock.ts";
import { TENANT_CAPABILITIES } from "../../worker/capabilities.ts";
import { CUSTOM } from "../../worker/custom/definition.ts";
import { loadCustomFunctions } from "../../worker/custom/load-custom.ts";
import { functionLibrary } from "../../worker/functions/library.ts";
import { noOp, REHEARSAL } from "../../worker/functions/no-op.ts";
import { scripted } from "../../worker/functions/scripted.ts";
import { type Registry, registryOf } from "../../worker/registry.ts";
import { type Exchange, openExchange } from "../embedded/open-exchange.ts";
import { openPlatform, type Platform } from "../embedded/open-platform.ts";
import { DEMO, putDemoMembers } from "./demo-company.ts";
import { engineHealth } from "./engine-health.ts";
import { faultSentence } from "./fault-sentence.ts";
import { BY, publishFolder } from "./publish-runbooks.ts";
import { readyMessages } from "./quiet.ts";
import { readConnections } from "./read-connections.ts";

export type LocalEngineParts = {
  /** Nobody else has it while this process lives. */
  readonly folder: string;
  readonly shipped: string;
  readonly clock: Clock;
  readonly tenant: Tenant;
  /** Takes the tenant's secrets out of what functions answer. */
  readonly scrub: (text: string) => string;
  readonly speed: number;
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
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The process before this one is dead, or it would still have the folder: under the same name
 *  its leases are taken over at once. */
const OWNER = "local";
const WORKER = WorkerId.parse("worker-01");
const CONCURRENCY = 64;
const CAPABILITIES = [REHEARSAL, ...TENANT_CAPABILITIES, CUSTOM];
const TICK_MS = 60_000;
const SWEEP_MS = 1_000;
const STOP_MS = 10_000;
/** Time that hurries is looked at less often, or looking would be all that happens. Whatever has
 *  its instant is still done at it, and whoever makes a row due wakes the sweep. */
const LOOK_MS_MAX = 600_000;
const lookMs = (usualMs: number, speed: number): number =>
  Math.max(usualMs, Math.min(LOOK_MS_MAX, speed * 60));

export async function openLocalEngine(
  parts: LocalEngineParts,
): Promise<Result<LocalEngine, string>> {
  const { folder, clock, complain, shipped } = parts;
  const members = join(folder, "members");
  const own = join(folder, "runbooks");
  const modules = join(folder, "functions");
  for (const each of [members, own, modules]) mkdirSync(each, { recursive: true });
  const connections = readConnections(folder, join(folder, "connections.json"));
  if (!connections.ok) return fail(connections.error);
  const functions = await functionsOf(parts, modules);
  if (!functions.ok) return functions;
  const opened = await openDatabase(parts, join(folder, "drover.db"));
  if (!opened.ok) return opened;
  const exchange = opened.value;
  const sources = sourcesByType({
    csv: csvSource(membersFolder(members)),
    sql: sqlSource({ connections: connections.value, clock }),
  });
  const platform = await start(parts, exchange, sources, functions.value);
  const publishing = { engine: platform.engine, store: exchange.store, complain };
  await publishFolder(publishing, shipped, false);
  await publishFolder(publishing, own, true);
  platform.tickNow();
  const watcher = watch(members, () => platform.tickNow());
  return ok({
    platform,
    exchange,
    sources,
    connections: connections.value,
    beginDemo: async (people) => {
      if (!putDemoMembers(members, people, clock.now())) return ok(false);
      const on = await platform.engine.setAutomation(DEMO.runbook, true, BY);
      if (!on.ok) return fail(`The demonstration cannot begin: ${on.error.kind}.`);
      platform.tickNow();
      return ok(true);
    },
    health: () => engineHealth(exchange.store, platform.lastTick()?.at ?? null, clock.now()),
    ready: () => readyMessages(exchange.statistics(), CONCURRENCY),
    ended: platform.ended,
    stop: async () => {
      watcher.close();
      await platform.stop(STOP_MS);
      await exchange.close();
    },
  });
}

async function openDatabase(
  { clock, nextId, complain }: LocalEngineParts,
  path: string,
): Promise<Result<Exchange, string>> {
  const observe = ({ kind, topic }: { readonly kind: string; readonly topic: string }) =>
    complain(`bus: ${kind} on ${topic}`);
  try {
    const workerIds = [WORKER];
    return ok(await openExchange({ path, clock, nextId, workerIds, logBytes: LOG_BYTES, observe }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    const why = failure.kind === "unavailable" ? failure.reason : `it is ${failure.kind}`;
    return fail(
      `The database ${path} cannot be opened: ${why}. Free the disk or put a copy of it back; ` +
        "without the file Drover begins anew.",
    );
  }
}

/** The library, and whatever the user put into the folder: at home that allows it. */
async function functionsOf(
  { clock, tenant }: LocalEngineParts,
  folder: string,
): Promise<Result<Registry, string>> {
  const script = scripted({
    effect: "write",
    idempotency: "natural-key",
    clock,
    perform: () => {},
  });
  const taken = [noOp(), script, ...functionLibrary(tenant)];
  const own = await loadCustomFunctions({ folder, allowed: "all", taken }, tenant);
  if (!own.ok) return fail(`${own.error.what} ${own.error.why} ${own.error.next}`);
  return ok(registryOf([...taken, ...own.value], CAPABILITIES));
}

function start(
  { clock, version, complain, scrub, speed }: LocalEngineParts,
  exchange: Exchange,
  sources: Parameters<typeof openPlatform>[0]["sources"],
  functions: Registry,
): Promise<Platform> {
  return openPlatform({
    exchange,
    clock,
    owner: OWNER,
    version,
    sources,
    workers: [{ workerId: WORKER, functions, concurrency: CONCURRENCY, scrub }],
    observe: (fault) => complain(faultSentence(fault)),
    tickMs: lookMs(TICK_MS, speed),
    ...(speed > 1 ? { lookMs: lookMs(SWEEP_MS, speed) } : {}),
  });
}
