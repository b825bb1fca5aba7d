/** `npm start`: Drover in one process, on loopback, with its data in one folder. The only place
 *  of this host that reads the clock, the environment and the command line. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { steadyMs, systemClock } from "../time/system/system-clock.ts";
import { refuseToCustom, watchEndings } from "../worker/custom/endings.ts";
import { endStray } from "../worker/custom/strays.ts";
import { scrubbed } from "../worker/fault.ts";
import { type Claim, claimDataFolder } from "./local/data-folder.ts";
import { DEMO } from "./local/demo-company.ts";
import { addressOf, isUsualPort, type Listening, listen } from "./local/listen.ts";
import { localApp } from "./local/local-app.ts";
import {
  type LocalPlatform,
  type LocalPlatformParts,
  openLocalPlatform,
} from "./local/local-platform.ts";
import { openBrowser } from "./local/open-browser.ts";
import { openSignIn } from "./local/sign-in/open-sign-in.ts";
import { readStartOptions, START_HELP, type StartOptions } from "./local/start-options.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")));

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

const sayTo = (stream: NodeJS.WriteStream) => (text: string) => stream.write(`${text}\n`);
const say = sayTo(process.stdout);
const complain = sayTo(process.stderr);
const told = (sentence: string): void => void complain(`drover: ${sentence}`);

/** This host's own, whoever made it come to its end. */
const exit = process.exit.bind(process);
watchEndings(process, refuseToCustom);

/** With the kind of the error and where it came from; its text may hold a member's data. */
const bug = (error: unknown): void => {
  complain(`drover: it ends on a bug of its own; start it again. ${kindOf(error)}`);
  exit(EXIT.failed);
};
const kindOf = (error: unknown): string => {
  const { name, frames } = scrubbed(error);
  return [name, ...frames].join("\n    ");
};
for (const event of ["unhandledRejection", "uncaughtException"] as const) {
  process.on(event, (error: unknown) => {
    const name = endStray(error);
    if (name === null) bug(error);
    else told(`${name} has a defect: it left an error that nobody waits for. ${kindOf(error)}`);
  });
}

const failed = await start();
if (failed !== null) await end(failed);

/** Null while Drover runs; otherwise the code to end with. */
async function start(): Promise<number | null> {
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

async function serve(claim: Claim, options: StartOptions): Promise<number | null> {
  const listening = await listen(options.port);
  if (!listening.ok) {
    claim.release();
    return refuse(listening.error);
  }
  const instanceId = randomUUID();
  const engine = await openLocalPlatform(platformParts(claim.folder, options, instanceId));
  if (engine.ok) {
    await welcome(claim, options, { listening: listening.value, engine: engine.value, instanceId });
    return null;
  }
  await listening.value.close();
  claim.release();
  told(engine.error.sentence);
  return engine.error.exitCode;
}

function platformParts(
  folder: string,
  { speed, faults }: StartOptions,
  instanceId: string,
): LocalPlatformParts {
  return {
    folder,
    shipped: resolve(root, "runbooks"),
    real: systemClock,
    steadyMs,
    environment: process.env,
    speed,
    faults,
    nextId: idsOf(instanceId),
    version,
    complain: told,
  };
}

type Running = {
  readonly listening: Listening;
  readonly engine: LocalPlatform;
  readonly instanceId: string;
};

async function welcome(claim: Claim, options: StartOptions, running: Running): Promise<void> {
  const { port, open, demo } = options;
  const { listening, engine, instanceId } = running;
  const data = claim.folder;
  const signIn = await openSignIn(data, systemClock.now);
  const parts = { engine, instanceId, version, real: systemClock, signIn };
  listening.serve(localApp({ ...parts, complain: told }));
  const address = addressOf(listening.port);
  claim.announce({ pid: process.pid, address });
  const signedIn = await signIn.begin(new URL(address).origin);
  stopOnSignal(listening, claim, engine, signedIn.end);
  if (port === null && !isUsualPort(listening.port)) {
    say("The usual port is taken; using the next free one.");
  }
  const link = signedIn.linkFor("Admin");
  say(banner(link, data, engine.tenant));
  if (demo !== null) say(await demonstrate(engine, demo));
  const watched = process.stdout.isTTY === true && process.env["CI"] === undefined;
  if (open && watched) openBrowser(process.platform, link);
}

async function demonstrate(engine: LocalPlatform, people: number): Promise<string> {
  const begun = await engine.beginDemo(people);
  if (!begun.ok) return begun.error;
  return begun.value
    ? `Contoso's people (${people}) begin to move to Fabrikam, by runbooks/${DEMO.runbook}.yaml.`
    : `The table members/${DEMO.runbook}.csv is there already; it is left as it is.`;
}

/** Unlike any other process's, and unlike each other. */
function idsOf(instanceId: string): () => string {
  let ids = 0;
  return () => {
    ids += 1;
    return `${instanceId}-${ids}`;
  };
}

/** A function that is still at work would keep the process, and the next start would begin its
 *  job beside it: what must end, ends here. */
async function end(code: number, last: () => void = () => {}): Promise<never> {
  const written = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => stream.write("", () => resolve())),
  );
  await Promise.all(written);
  last();
  return exit(code);
}

const interrupted = (jobs: number): string =>
  `Jobs that were still at work after the drain: ${jobs}. They end with this process. What may ` +
  "be repeated is done again by the next start; of what may not be, its step then needs attention.";

function stopOnSignal(
  { close }: Listening,
  claim: Claim,
  engine: Pick<LocalPlatform, "stop" | "ended">,
  forgetToken: () => void,
): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const closed = close();
    forgetToken();
    const { stillRunning } = await engine.stop();
    await closed;
    if (stillRunning > 0) told(interrupted(stillRunning));
    say("Drover has stopped. Nothing is lost; `npm start` goes on from here.");
    await end(EXIT.ok, claim.release);
  };
  engine.ended.catch(bug);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void stop().catch(bug));
  }
}

function banner(link: string, data: string, tenant: string): string {
  return [
    `Drover ${version} is running.`,
    `  Open       ${link}`,
    "             (signs this browser in as the demo admin, once)",
    `  Data       ${data}`,
    `  Tenant     ${tenant}/summary (simulated; what it has, as JSON)`,
    "  Simulated  Everything: no tenant and no Azure service is contacted; nothing leaves this",
    "             machine.",
    `  Reset      Stop Drover (Ctrl-C), then delete the folder ${data}`,
  ].join("\n");
}

function refuse(sentence: string): number {
  told(sentence);
  return EXIT.failed;
}
