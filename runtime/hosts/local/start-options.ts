/** The options of `npm start`, read from the command line into one value. Pure. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../contract/result.ts";

export type StartOptions = {
  /** null: the usual port, or the next free one above it. */
  readonly port: number | null;
  /** As the user wrote it; null: the usual folder. */
  readonly data: string | null;
  readonly open: boolean;
  readonly help: boolean;
};

const PORT_MAX = 65_535;

export const START_HELP = `Usage: npm start -- [options]

Runs Drover in one process on this machine: nothing is sent anywhere else.

  --port N    listen on this port (0: any free one; default: 4680, or the next free one)
  --data DIR  keep everything in this folder (default: .drover in the project)
  --no-open   do not open a browser
  --help      show this text

Examples:
  npm start
  npm start -- --port 8080 --no-open
  npm start -- --data /tmp/rehearsal
`;

export function readStartOptions(argv: readonly string[]): Result<StartOptions, string> {
  let values: { port?: string; data?: string; open?: boolean; help?: boolean };
  try {
    values = parseArgs({
      args: [...argv],
      allowNegative: true,
      options: {
        port: { type: "string" },
        data: { type: "string" },
        open: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    const [sentence = "The options could not be read"] = String(error).split(/\.(?:\s|$)|\n/);
    return fail(sentence.replace(/^TypeError(?: \[\w+\])?: /, ""));
  }
  const port = values.port === undefined ? null : Number(values.port);
  const isPort = port === null || (/^\d{1,5}$/.test(values.port ?? "") && port <= PORT_MAX);
  if (!isPort) return fail(`--port takes a number from 0 to ${PORT_MAX}, not "${values.port}"`);
  if (values.data === "") return fail("--data takes the name of a folder");
  return ok({
    port,
    data: values.data ?? null,
    open: values.open ?? true,
    help: values.help ?? false,
  });
}
