/** The platform as a process to be killed: the composition of the local host, with functions that
 *  change the fake tenant, a clock that can be set, and a file that can be full. It says `ready` on
 *  its standard output and takes jumps of the clock, in milliseconds, on its standard input. Before
 *  it opens the database it says so on its standard error.
 *  Usage: platform-process.ts <settings as JSON> */
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { RunbookName, WorkerId } from "../../runtime/contract/identifiers.ts";
import { openExchange } from "../../runtime/hosts/embedded/open-exchange.ts";
import { openPlatform, type Platform } from "../../runtime/hosts/embedded/open-platform.ts";
import { sourcesByType } from "../../runtime/sources/by-type.ts";
import { csvSource } from "../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../runtime/sources/csv/members-folder.ts";
import { REHEARSAL } from "../../runtime/worker/functions/no-op.ts";
import { registryOf } from "../../runtime/worker/registry.ts";
import { operate } from "./operator.ts";
import { OPENING, type Settings } from "./processes.ts";
import { shiftedClock } from "./shifted-clock.ts";
import { tenantFunctions } from "./tenant/tenant-functions.ts";
import { RUNBOOK, RUNBOOK_NAME, WORKER } from "./waves.ts";

const CONCURRENCY = 16;
const TICK_MS = 1_000;

const settings = JSON.parse(process.argv[2] ?? "{}") as Settings;
const { path, members, tenantUrl, shiftMs, speed, pagesMax } = settings;
const clock = shiftedClock(shiftMs, speed);
const instance = randomUUID();
let ids = 0;
const nextId = (): string => {
  ids += 1;
  return `${instance}-${ids}`;
};
createInterface({ input: process.stdin }).on("line", (line) => clock.jump(Number(line)));

const workerId = WorkerId.parse(WORKER);
const limited = pagesMax === null ? {} : { pagesMax };
process.stderr.write(`${OPENING}\n`);
const exchange = await openExchange({ path, clock, nextId, workerIds: [workerId], ...limited });
const platform = await openPlatform({
  exchange,
  clock,
  owner: "chaos",
  version: "chaos",
  sources: sourcesByType({ csv: csvSource(membersFolder(members)) }),
  workers: [
    {
      workerId,
      functions: registryOf(tenantFunctions({ url: tenantUrl }), [REHEARSAL]),
      concurrency: CONCURRENCY,
    },
  ],
  observe: (fault) => process.stderr.write(`${JSON.stringify(fault)}\n`),
  tickMs: TICK_MS,
});
await prepare(platform);
process.stdout.write("ready\n");
await operate({ store: exchange.store, orders: platform.orders, path, tenantUrl });

/** Whatever of this a killed process has done already is not done again. */
async function prepare({ engine, tickNow }: Platform): Promise<void> {
  const name = RunbookName.parse(RUNBOOK_NAME);
  const active = await exchange.store.runbooks.active(name);
  if (!active.ok || active.value === null) {
    await engine.publishRunbook({ yaml: RUNBOOK, publishedBy: "chaos" });
  }
  const automation = await exchange.store.runbooks.automation(name);
  if (!automation.ok || automation.value?.enabled !== true) {
    await engine.setAutomation(name, true, "chaos");
  }
  tickNow();
}
