/** The fake tenant, a process of its own that nobody kills: whatever is asked of it is written to
 *  its file and synced before it answers. It refuses nothing and forgets nothing, so that what
 *  happened twice is there twice. Usage: tenant-process.ts <file> */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { effectLine } from "./effects.ts";

const [file = ""] = process.argv.slice(2);
const descriptor = openSync(file, "a");
const seen = new Map<string, number>();
let total = 0;

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://tenant");
  const key = searchParams.get("key") ?? "";
  if (pathname === "/effects" && request.method === "POST") {
    // A tenant with natural keys looks and writes in one step, as a real one does.
    const isRefused = searchParams.has("unique") && seen.has(key);
    if (!isRefused) take(key, searchParams.get("job") ?? "");
    return tell(response, { made: !isRefused });
  }
  if (pathname === "/effects") return tell(response, { times: seen.get(key) ?? 0 });
  if (pathname === "/all") return tell(response, Object.fromEntries(seen));
  return tell(response, { total });
}

function take(key: string, job: string): void {
  writeSync(descriptor, effectLine({ key, job }));
  fdatasyncSync(descriptor);
  seen.set(key, (seen.get(key) ?? 0) + 1);
  total += 1;
}

function tell(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  closeSync(descriptor);
});
