/** A small HTTP server on loopback that answers as a test says and keeps what it was asked; with
 *  the data folder of a local Drover that leads to it. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach } from "@jest/globals";
import { folder } from "./folder.ts";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};
export type Answer = (asked: Asked, response: ServerResponse, count: number) => void;

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

export async function apiServer(answer: Answer) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    asked.push({ method, path: url, headers, body });
    answer(asked.at(-1) as Asked, response, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked };
}

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

export const problem = (
  response: ServerResponse,
  status: number,
  code: string,
  detail = "said so",
): void => {
  response.writeHead(status, { "content-type": "application/problem+json" });
  const body = { type: "about:blank", title: "No", status, code, detail, correlationId: "corr-1" };
  response.end(JSON.stringify(body));
};

/** A folder that a command started in it finds a local Drover from. */
export function beside(url: string, token = "local-token", mode = 0o600): string {
  const at = folder();
  mkdirSync(join(at, ".drover"));
  const file = join(at, ".drover", "dev-token.json");
  const expiresAt = "2999-01-01T00:00:00.000Z";
  writeFileSync(file, JSON.stringify({ url, token, role: "Admin", expiresAt }), { mode });
  chmodSync(file, mode);
  return at;
}

const NOW = "2026-03-14T09:00:00.000Z";
const MEMBER_COUNTS = { active: 3, removed: 0, failed: 0 };

export const batch = (changes: object = {}) => ({
  id: 12,
  runbookName: "hello",
  runbookVersion: 1,
  batchStartTime: null,
  status: "active",
  statusReason: null,
  outcome: null,
  isManual: true,
  isPaused: false,
  needsAttention: false,
  createdBy: "ada",
  currentPhase: "greet",
  detectedAt: NOW,
  initDispatchedAt: null,
  memberCounts: MEMBER_COUNTS,
  changeCount: 41,
  cancelledBy: null,
  cancelledAt: null,
  phases: [],
  ...changes,
});
