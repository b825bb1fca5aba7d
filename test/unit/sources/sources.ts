/** Questions for sources, and a folder that is removed afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "@jest/globals";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { DataSource } from "../../../runtime/domain/runbook.ts";
import type { Question } from "../../../runtime/sources/source.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "drover-sources-"));
  folders.push(folder);
  return folder;
}

const CSV: DataSource = {
  type: "csv",
  connection: null,
  warehouseId: null,
  query: null,
  primaryKey: "upn",
  batchTime: { kind: "column", column: "start" },
  multiValued: new Map(),
  columns: null,
  sensitive: [],
  removalConfirmations: 1,
};

export const csvQuestion = (name = "people", source: Partial<DataSource> = {}): Question => ({
  runbookName: RunbookName.parse(name),
  source: { ...CSV, ...source },
});

export const sqlQuestion = (query: string, values?: Question["values"]): Question => ({
  ...csvQuestion("people", { type: "sql", connection: "hr", query }),
  ...(values === undefined ? {} : { values }),
});
