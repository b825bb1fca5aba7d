/** A platform on a real file whose workers do as the rows say, with members from CSV files beside
 *  it; and the pages of a report, read to their end. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { RunbookName, WorkerId } from "../../../runtime/contract/identifiers.ts";
import { type Exchange, openExchange } from "../../../runtime/hosts/embedded/open-exchange.ts";
import { openPlatform, type Platform } from "../../../runtime/hosts/embedded/open-platform.ts";
import { sourcesByType } from "../../../runtime/sources/by-type.ts";
import { csvSource } from "../../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../../runtime/sources/csv/members-folder.ts";
import type { Source } from "../../../runtime/sources/source.ts";
import type { Place, ReportPage } from "../../../runtime/store/reports.ts";
import { systemClock } from "../../../runtime/time/system/system-clock.ts";
import { REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../runtime/worker/functions/scripted.ts";
import { registryOf } from "../../../runtime/worker/registry.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

export type ScriptedWorker = {
  readonly workerId: WorkerId;
  readonly idempotency: "natural-key" | "none";
  readonly concurrency: number;
};

export type ScriptedPlatform = {
  readonly path: string;
  readonly exchange: Exchange;
  readonly platform: Platform;
  readonly sources: Source;
  /** Publishes a runbook and has its batches looked for at once. */
  readonly begin: (yaml: string, name: RunbookName) => Promise<void>;
  /** Ends it and removes its folder. */
  readonly close: () => Promise<void>;
};

export async function openScripted(
  folder: string,
  workers: readonly ScriptedWorker[],
): Promise<ScriptedPlatform> {
  let ids = 0;
  const nextId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const path = join(folder, "drover.db");
  const workerIds = workers.map(({ workerId }) => workerId);
  const exchange = await openExchange({ path, clock: systemClock, nextId, workerIds });
  const functionsOf = ({ idempotency }: ScriptedWorker) =>
    registryOf(
      [scripted({ effect: "write", idempotency, clock: systemClock, perform: () => {} })],
      [REHEARSAL],
    );
  const sources = sourcesByType({ csv: csvSource(membersFolder(folder)) });
  const platform = await openPlatform({
    exchange,
    clock: systemClock,
    owner: "host",
    version: "1",
    sources,
    workers: workers.map((worker) => ({
      workerId: worker.workerId,
      functions: functionsOf(worker),
      concurrency: worker.concurrency,
    })),
    observe: () => {},
    tickMs: 60_000,
  });
  return {
    path,
    exchange,
    platform,
    sources,
    begin: async (yaml, name) => {
      answerOf(await platform.engine.publishRunbook({ yaml, publishedBy: "ada" }));
      answerOf(await platform.engine.setAutomation(name, true, "ada"));
      platform.tickNow();
    },
    close: async () => {
      await platform.stop(600_000);
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function allPages<Row>(
  page: (after: Place | null) => Promise<ReportPage<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: Place | null = null;
  do {
    const { rows: some, next }: ReportPage<Row> = await page(after);
    rows.push(...some);
    after = next;
  } while (after !== null);
  return rows;
}
