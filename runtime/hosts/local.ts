/** `npm start`: Drover in one process, on loopback, with its data in one folder. The only place
 *  of this host that reads the clock, the environment and the command line. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createApp } from "../api/app.ts";
import { firstPage } from "../dashboard/first-page.ts";
import { systemClock } from "../time/system/system-clock.ts";
import { type Claim, claimDataFolder } from "./local/data-folder.ts";
import { addressOf, isUsualPort, type Listening, listen } from "./local/listen.ts";
import { type LocalPlatform, openLocalPlatform } from "./local/local-platform.ts";
import { openBrowser } from "./local/open-browser.ts";
import { shippedRunbooks } from "./local/shipped-runbooks.ts";
import { readStartOptions, START_HELP, type StartOptions } from "./local/start-options.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")));

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

const sayTo = (stream: NodeJS.WriteStream) => (text: string) => stream.write(`${text}\n`);
const say = sayTo(process.stdout);
const complain = sayTo(process.stderr);

process.exitCode = await start();

async function start(): Promise<number> {
  const options = readStartOptions(process.argv.slice(2));
  if (!options.ok) {
    complain(`drover: ${options.error}. See \`npm start -- --help\`.`);
    return EXIT.usage;
  }
  if (options.value.help) {
    process.stdout.write(START_HELP);
    return EXIT.ok;
  }
  const asked = options.value.data;
  const from = process.env["INIT_CWD"] ?? process.cwd();
  const claim = claimDataFolder(asked === null ? resolve(root, ".drover") : resolve(from, asked));
  if (!claim.ok) return refuse(claim.error);
  return await serve(claim.value, options.value);
}

async function serve(claim: Claim, { port, open, speed, faults }: StartOptions): Promise<number> {
  const instanceId = randomUUID();
  const data = claim.folder;
  const startedAt = new Date();
  const shipped = resolve(root, "runbooks");
  const runbooks = shippedRunbooks(shipped);
  const engine = await openLocalPlatform({
    folder: data,
    shipped,
    real: systemClock,
    speed,
    faults,
    nextId: idsOf(instanceId),
    version,
    complain: (sentence) => complain(`drover: ${sentence}`),
  });
  if (!engine.ok) {
    claim.release();
    return refuse(engine.error);
  }
  const app = createApp({
    health: async () => ({
      status: "ok",
      version,
      mode: "local",
      instanceId,
      startedAt: startedAt.toISOString(),
      uptimeSec: Math.floor((Date.now() - startedAt.getTime()) / 1000),
      engine: await engine.value.health(),
    }),
    firstPage: () => firstPage({ version, data, runbooks }),
    newCorrelationId: randomUUID,
    onBug: (error, correlationId) => complain(`drover: ${correlationId} ${error.stack}`),
  });
  const listening = await listen((request) => app.fetch(request), port);
  if (!listening.ok) {
    await engine.value.stop();
    claim.release();
    return refuse(listening.error);
  }
  const address = addressOf(listening.value.port);
  claim.announce({ pid: process.pid, address });
  stopOnSignal(listening.value, claim, engine.value);
  if (port === null && !isUsualPort(listening.value.port)) {
    say("The usual port is taken; using the next free one.");
  }
  say(banner(address, data, engine.value.tenant));
  const watched = process.stdout.isTTY === true && process.env["CI"] === undefined;
  if (open && watched) openBrowser(process.platform, address);
  return EXIT.ok;
}

/** Unlike any other process's, and unlike each other. */
function idsOf(instanceId: string): () => string {
  let ids = 0;
  return () => {
    ids += 1;
    return `${instanceId}-${ids}`;
  };
}

function stopOnSignal(
  { server }: Listening,
  claim: Claim,
  engine: Pick<LocalPlatform, "stop" | "ended">,
): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    if ("closeAllConnections" in server) server.closeAllConnections();
    await engine.stop();
    await closed;
    claim.release();
    say("Drover has stopped. Nothing is lost; `npm start` goes on from here.");
  };
  const bug = (error: unknown): void => {
    complain(`drover: it ends on a bug of its own; start it again. ${String(error)}`);
    process.exit(EXIT.failed);
  };
  engine.ended.catch(bug);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void stop().catch(bug));
  }
}

function banner(address: string, data: string, tenant: string): string {
  return [
    `Drover ${version} is running.`,
    `  Open       ${address}`,
    `  Data       ${data}`,
    `  Tenant     ${tenant}/summary (simulated; what it has, as JSON)`,
    "  Simulated  Everything: no tenant and no Azure service is contacted; nothing leaves this",
    "             machine.",
    `  Reset      Stop Drover (Ctrl-C), then delete the folder ${data}`,
  ].join("\n");
}

function refuse(sentence: string): number {
  complain(`drover: ${sentence}`);
  return EXIT.failed;
}
