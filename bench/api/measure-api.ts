/** Status and lists over a million steps, asked for by five hundred readers from another process,
 *  each on a connection of its own and once a second. The host is the one of `npm start`. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { DEV_TOKEN_FILE, DevToken } from "../../runtime/contract/dev-token.ts";
import type { BenchOptions } from "../options.ts";
import { fillDatabase } from "./fill-database.ts";

const HOST = fileURLToPath(new URL("../../runtime/hosts/local.ts", import.meta.url));
const READERS = fileURLToPath(new URL("readers.ts", import.meta.url));

const STEPS = 1_000_000;
const READER_COUNT = 500;
const WARM_UP_SEC = 3;
const SECONDS = 15;
const BUDGET_MS = 50;

const Read = z.object({ requests: z.int(), errors: z.int(), tookMs: z.array(z.number()) });

export async function measureApi(options: BenchOptions) {
  const folder = mkdtempSync(join(tmpdir(), "drover-bench-api-"));
  let host: ChildProcess | null = null;
  try {
    const filled = await fillDatabase(join(folder, "drover.db"), options.steps ?? STEPS);
    host = await startHost(folder);
    const { url, token } = DevToken.parse(
      JSON.parse(readFileSync(join(folder, DEV_TOKEN_FILE), "utf8")),
    );
    const readers = options.members ?? READER_COUNT;
    const seconds = options.rounds ?? SECONDS;
    const { steps, ...sizes } = filled;
    const read = await look({ url, token, readers, warmUpSec: WARM_UP_SEC, seconds, ...sizes });
    return told(steps, readers, read);
  } finally {
    await ended(host);
    rmSync(folder, { recursive: true, force: true });
  }
}

function startHost(folder: string): Promise<ChildProcess> {
  const words = [HOST, "--no-open", "--port", "0", "--data", folder];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (text.includes("Reset")) resolve(child);
      });
    }
    child.on("close", (code) => reject(new Error(`the host ended (${code}): ${text}`)));
  });
}

function look(given: object): Promise<z.output<typeof Read>> {
  const child = spawn(process.execPath, [READERS, JSON.stringify(given)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("close", () => {
      try {
        resolve(Read.parse(JSON.parse(text)));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function ended(host: ChildProcess | null): Promise<void> {
  if (host === null || host.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    host.removeAllListeners("close");
    host.on("close", () => resolve());
    host.kill("SIGKILL");
  });
}

const shareOf = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;

function told(steps: number, readers: number, { requests, errors, tookMs }: z.output<typeof Read>) {
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => shareOf(tookMs, share));
  const numbers = { steps, readers, requests, p50Ms, p95Ms, p99Ms, errors };
  const withinBudget = errors === 0 && requests > 0 && (p95Ms ?? 0) < BUDGET_MS;
  const table = [
    `steps in the database  ${steps}`,
    `readers, one look a second each  ${readers}`,
    `answers  ${requests}, of which errors  ${errors}`,
    `half within ${p50Ms} ms, 95 % within ${p95Ms} ms, 99 % within ${p99Ms} ms`,
    `budget: 95 % within ${BUDGET_MS} ms`,
    "",
  ].join("\n");
  return { ...numbers, withinBudget, table };
}
