/** Entry of `npm run bench`: lists the measurements, or makes one by name. With --json a
 *  measurement prints exactly one JSON object. Exit code 1 means outside its budget. */
import { measureApi } from "./api/measure-api.ts";
import { measureBus } from "./bus.ts";
import { measureCli } from "./cli-start.ts";
import { measureCompare } from "./compare/compare.ts";
import { measureEngine } from "./engine/measure-engine.ts";
import { measureEngineGrowth } from "./engine/measure-growth.ts";
import { measurePhase } from "./engine/measure-phase.ts";
import { measureTick } from "./engine/measure-tick.ts";
import { measureGrowth } from "./growth.ts";
import { type BenchOptions, OPTIONS_HELP, readOptions } from "./options.ts";
import { type PeerRun, runPeer } from "./peers/run-peer.ts";
import { measureStore } from "./store.ts";
import { measureThrottle } from "./throttle/measure-throttle.ts";

type Measured = { readonly withinBudget: boolean; readonly table: string };
type Measurement = {
  readonly purpose: string;
  readonly measure: (options: BenchOptions) => Measured | Promise<Measured>;
};

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  api: { purpose: "status and lists over a million steps, for 500 readers", measure: measureApi },
  bus: { purpose: "messages through the embedded broker's core", measure: measureBus },
  cli: { purpose: "how long a person waits for `drover --help`", measure: measureCli },
  compare: { purpose: "our engine and its peers, side by side", measure: measureCompare },
  engine: {
    purpose: "steps through bus, worker and back, durable",
    measure: (options) => (options.growth ? measureEngineGrowth(options) : measureEngine(options)),
  },
  growth: { purpose: "whether any reader slows down as its input grows", measure: measureGrowth },
  phase: { purpose: "a phase created and dispatched for many members", measure: measurePhase },
  store: { purpose: "what the store alone takes for a step", measure: measureStore },
  throttle: {
    purpose: "how well calls find the limit of a service that tells none",
    measure: measureThrottle,
  },
  tick: { purpose: "a tick over many members that have not changed", measure: measureTick },
};

async function main(words: readonly string[]): Promise<number> {
  const asked = readOptions(words);
  if (!asked.ok) return refuse(`bench: ${asked.error}`);
  const { name, options } = asked.value;
  if (name === null) {
    const names = Object.keys(MEASUREMENTS);
    process.stdout.write(options.json ? `${JSON.stringify(names)}\n` : list());
    return 0;
  }
  const found = Object.hasOwn(MEASUREMENTS, name) ? MEASUREMENTS[name] : undefined;
  if (found === undefined) return refuse(`bench: there is no measurement "${name}"`);
  const { table, ...numbers } = await found.measure(options);
  process.stdout.write(options.json ? `${JSON.stringify(numbers)}\n` : table);
  return numbers.withinBudget ? 0 : 1;
}

function refuse(sentence: string): number {
  const usage = `usage: npm run -s bench -- <name> [options]\n${list()}${OPTIONS_HELP}`;
  process.stderr.write(`${sentence}\n${usage}`);
  return 2;
}

function list(): string {
  const lines = Object.entries(MEASUREMENTS).map(([name, { purpose }]) => `  ${name}  ${purpose}`);
  return `measurements:\n${lines.join("\n")}\n`;
}

/** How the comparison calls itself for one peer, which leaves connections open behind it. */
async function peerProcess(run: PeerRun): Promise<never> {
  const times = await runPeer(run);
  process.stdout.write(`${JSON.stringify(times)}\n`, () => process.exit(0));
  return new Promise(() => undefined);
}

const [first, ...rest] = process.argv.slice(2);
if (first === "peer") await peerProcess(JSON.parse(rest[0] ?? "{}") as PeerRun);
else process.exitCode = await main(process.argv.slice(2));
