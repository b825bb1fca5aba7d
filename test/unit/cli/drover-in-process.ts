/** Runs the command line over streams in memory: as the real one, without a process for each. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { run } from "../../../runtime/cli/run.ts";
import type { World } from "../../../runtime/cli/world.ts";

type Start = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly stdin?: () => AsyncIterable<Uint8Array>;
  /** A terminal of this width; without it, pipes. */
  readonly columns?: number;
  readonly world?: Partial<World>;
  /** Where drover is installed. */
  readonly root?: string;
};

export const MACHINE = { drover: "1.2.3", node: "24.0.0", platform: "linux", arch: "x64" };
/** Where drover is installed here, for what reads a file that ships with it. */
export const INSTALLED = join(import.meta.dirname, "../../..");
/** Nothing is installed there, so nothing runs there. */
const ROOT = join(tmpdir(), "drover-nowhere");

/** The real network, no waiting, ids that count up, no other program, nobody at the keyboard. */
function worldOf(changes: Partial<World>): World {
  let ids = 0;
  return {
    fetch: globalThis.fetch,
    nowMs: () => Date.now(),
    sleep: async () => {},
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    runProgram: async () => ({ code: null, stdout: "", stderr: "" }),
    openBrowser: () => {},
    interrupts: () => new AbortController().signal,
    ...changes,
  };
}

function memory() {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}

export async function drover(
  argv: readonly string[],
  { cwd = tmpdir(), env = {}, input = "", stdin, columns, world = {}, root = ROOT }: Start = {},
) {
  const out = memory();
  const err = memory();
  const isTty = columns !== undefined;
  const status = await run({
    argv,
    stdin: stdin ?? (() => Readable.from([Buffer.from(input)])),
    stdout: out.stream,
    stderr: err.stream,
    env,
    cwd,
    isTty: { stdin: isTty, stdout: isTty, stderr: isTty },
    columns: columns ?? null,
    machine: { ...MACHINE, root },
    world: worldOf(world),
    onLoss: (exitCode) => {
      throw new Error(`output was lost: ${exitCode}`);
    },
  });
  return { status, stdout: out.text(), stderr: err.text() };
}
