import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RunbookName } from "../../../../runtime/contract/identifiers.ts";
import { countRows } from "../../../../runtime/hosts/embedded/count-rows.ts";
import { openExchange } from "../../../../runtime/hosts/embedded/open-exchange.ts";
import { openPlatform } from "../../../../runtime/hosts/embedded/open-platform.ts";
import { sourcesByType } from "../../../../runtime/sources/by-type.ts";
import { csvSource } from "../../../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../../../runtime/sources/csv/members-folder.ts";
import { systemClock } from "../../../../runtime/time/system/system-clock.ts";
import { noOp, REHEARSAL } from "../../../../runtime/worker/functions/no-op.ts";
import { registryOf } from "../../../../runtime/worker/registry.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { until } from "../../../e2e/local/database.ts";
import { WEST } from "./exchange-world.ts";

const NAME = RunbookName.parse("everybody");
const RUNBOOK = `name: ${NAME}
data_source: {type: csv, primary_key: key, batch_time: immediate, columns: [key]}
phases:
  - name: only
    offset: T-0
    steps:
      - {name: one, worker_id: west, function: Invoke-NoOp, params: {Key: "{{key}}"}}
      - {name: two, worker_id: west, function: Invoke-NoOp, params: {Key: "{{key}}"}}
`;
const STOP_MS = 600_000;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-platform-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function open() {
  let ids = 0;
  const nextId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const path = join(folder, "drover.db");
  const exchange = await openExchange({ path, clock: systemClock, nextId, workerIds: [WEST] });
  const written = noOp({ effect: "write", idempotency: "check-then-act" });
  const faults: unknown[] = [];
  const platform = await openPlatform({
    exchange,
    clock: systemClock,
    owner: "host",
    version: "1",
    sources: sourcesByType({ csv: csvSource(membersFolder(folder)) }),
    workers: [{ workerId: WEST, functions: registryOf([written], [REHEARSAL]), concurrency: 7 }],
    observe: (fault) => faults.push(fault),
    tickMs: 60_000,
  });
  return { path, exchange, platform, faults };
}

describe("the platform in one process", () => {
  test("M-005, M-066 (part): members of a file go through every step", async () => {
    const members = Array.from({ length: 30 }, (_, index) => `member-${index}`);
    writeFileSync(join(folder, `${NAME}.csv`), ["key", ...members, ""].join("\n"));
    const { path, exchange, platform, faults } = await open();
    answerOf(await platform.engine.publishRunbook({ yaml: RUNBOOK, publishedBy: "ada" }));
    answerOf(await platform.engine.setAutomation(NAME, true, "ada"));
    platform.tickNow();
    await until("every step is done", () => countRows(path).succeeded === 60);
    expect(countRows(path)).toEqual({ succeeded: 60, stepEvents: 60, ledger: 60 });
    await until("the batch has ended", async () => {
      return answerOf(await exchange.store.batches.live(null)).length === 0;
    });
    await platform.stop(STOP_MS);
    await exchange.close();
    expect(faults).toEqual([]);
    expect(platform.lastTick()?.report.outcome).toBe("done");
  });

  test("a worker was last seen at the last tick, however long ago it registered", async () => {
    const { exchange, platform } = await open();
    const { workers } = exchange.store;
    const lastSeen = async () => answerOf(await workers.registered())[0]?.lastSeen.getTime() ?? 0;
    const first = await lastSeen();
    await until("a later tick has seen it", async () => {
      platform.tickNow();
      return (await lastSeen()) > first;
    });
    await platform.stop(STOP_MS);
    await exchange.close();
  });

  test("stopped, it has ended and takes nothing more", async () => {
    const { exchange, platform } = await open();
    await platform.stop(STOP_MS);
    await platform.ended;
    await exchange.close();
    const after = await exchange.connect("late").publish("worker-jobs", []);
    expect(after.ok).toBe(false);
  });
});
