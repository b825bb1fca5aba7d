/** The options of `npm start`, read from the command line into one value. Pure. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../contract/result.ts";

export type StartOptions = {
  /** null: the usual port, or the next free one above it. */
  readonly port: number | null;
  /** As the user wrote it; null: the usual folder. */
  readonly data: string | null;
  readonly open: boolean;
  /** So many seconds in one while nobody works; 1: the time as it is. */
  readonly speed: number;
  readonly faults: FaultsName;
  /** How many made-up people to begin moving; null: none. */
  readonly demo: number | null;
  readonly help: boolean;
};

const FAULTS = ["calm", "usual", "rough", "away"] as const;
export type FaultsName = (typeof FAULTS)[number];

const PORT_MAX = 65_535;
/** A year in five minutes. */
export const SPEED_MAX = 100_000;
export const DEMO_MAX = 10_000;

export const START_HELP = `Usage: npm start -- [options]

Runs Drover in one process on this machine: nothing is sent anywhere else.

  --port N    listen on this port (0: any free one; default: 4680, or the next free one)
  --data DIR  keep everything in this folder (default: .drover in the project)
  --speed N   let time pass up to N times as fast while nobody has anything to do
              (default: 1; with 5000 a move of five days takes some minutes)
  --faults F  how the simulated tenant behaves: calm, usual, rough, or away, which
              answers nothing (default: usual)
  --demo N    begin to move N people of a made-up company by the runbook company-move
  --no-open   do not open a browser
  --help      show this text

Examples:
  npm start
  npm start -- --port 8080 --no-open
  npm start -- --data /tmp/rehearsal --speed 5000 --demo 30
`;

export function readStartOptions(argv: readonly string[]): Result<StartOptions, string> {
  let values: ReturnType<typeof parsed>;
  try {
    values = parsed(argv);
  } catch (error) {
    const [sentence = "The options could not be read"] = String(error).split(/\.(?:\s|$)|\n/);
    return fail(sentence.replace(/^TypeError(?: \[\w+\])?: /, ""));
  }
  const port = values.port === undefined ? null : Number(values.port);
  const isPort = port === null || (/^\d{1,5}$/.test(values.port ?? "") && port <= PORT_MAX);
  if (!isPort) return fail(`--port takes a number from 0 to ${PORT_MAX}, not "${values.port}"`);
  if (values.data === "") return fail("--data takes the name of a folder");
  const speed = Number(values.speed ?? "1");
  if (!(speed >= 1 && speed <= SPEED_MAX)) {
    return fail(`--speed takes a number from 1 to ${SPEED_MAX}, not "${values.speed}"`);
  }
  const faults = FAULTS.find((name) => name === (values.faults ?? "usual"));
  if (faults === undefined) {
    return fail(`--faults takes ${FAULTS.join(", ")}, not "${values.faults}"`);
  }
  const demo = values.demo === undefined ? null : Number(values.demo);
  if (demo !== null && !(Number.isInteger(demo) && demo >= 1 && demo <= DEMO_MAX)) {
    return fail(`--demo takes a number of people from 1 to ${DEMO_MAX}, not "${values.demo}"`);
  }
  return ok({
    port,
    data: values.data ?? null,
    open: values.open ?? true,
    speed,
    faults,
    demo,
    help: values.help ?? false,
  });
}

const parsed = (argv: readonly string[]) =>
  parseArgs({
    args: [...argv],
    allowNegative: true,
    options: {
      port: { type: "string" },
      data: { type: "string" },
      open: { type: "boolean" },
      speed: { type: "string" },
      faults: { type: "string" },
      demo: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
