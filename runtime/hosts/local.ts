/** `npm start`: Drover in one process, on loopback, with its data in one folder. The only place
 *  of this host that reads the clock, the environment and the command line. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createApp } from "../api/app.ts";
import { firstPage } from "../dashboard/first-page.ts";
import { type Claim, claimDataFolder } from "./local/data-folder.ts";
import { addressOf, isUsualPort, type Listening, listen } from "./local/listen.ts";
import { openBrowser } from "./local/open-browser.ts";
import { shippedRunbooks } from "./local/shipped-runbooks.ts";
import { readStartOptions, START_HELP } from "./local/start-options.ts";

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
  return await serve(claim.value, options.value.port, options.value.open);
}

async function serve(claim: Claim, port: number | null, open: boolean): Promise<number> {
  const instanceId = randomUUID();
  const data = claim.folder;
  const startedAt = new Date();
  const runbooks = shippedRunbooks(resolve(root, "runbooks"));
  const app = createApp({
    health: () => ({
      status: "ok",
      version,
      mode: "local",
      instanceId,
      startedAt: startedAt.toISOString(),
      uptimeSec: Math.floor((Date.now() - startedAt.getTime()) / 1000),
    }),
    firstPage: () => firstPage({ version, data, runbooks }),
    newCorrelationId: randomUUID,
    onBug: (error, correlationId) => complain(`drover: ${correlationId} ${error.stack}`),
  });
  const listening = await listen((request) => app.fetch(request), port);
  if (!listening.ok) {
    claim.release();
    return refuse(listening.error);
  }
  const address = addressOf(listening.value.port);
  claim.announce({ pid: process.pid, address });
  stopOnSignal(listening.value, claim);
  if (port === null && !isUsualPort(listening.value.port)) {
    say("The usual port is taken; using the next free one.");
  }
  say(banner(address, data));
  const watched = process.stdout.isTTY === true && process.env["CI"] === undefined;
  if (open && watched) openBrowser(process.platform, address);
  return EXIT.ok;
}

function stopOnSignal({ server }: Listening, claim: Claim): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.close(() => {
      claim.release();
      say("Drover has stopped. Nothing is lost; `npm start` goes on from here.");
    });
    if ("closeAllConnections" in server) server.closeAllConnections();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

function banner(address: string, data: string): string {
  return [
    `Drover ${version} is running.`,
    `  Open       ${address}`,
    `  Data       ${data}`,
    "  Simulated  Everything: no tenant and no Azure service is contacted; nothing leaves this",
    "             machine.",
    `  Reset      Stop Drover (Ctrl-C), then delete the folder ${data}`,
  ].join("\n");
}

function refuse(sentence: string): number {
  complain(`drover: ${sentence}`);
  return EXIT.failed;
}
