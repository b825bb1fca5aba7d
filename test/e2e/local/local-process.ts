/** Starts the local host as a real process on a free port and waits until it says it runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const HOST = fileURLToPath(new URL("../../../runtime/hosts/local.ts", import.meta.url));
/** As `npm start` has it. */
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/drover", import.meta.url));
const RUNNING = /Open\s+(http:\S+)/;

export type Local = {
  readonly process: ChildProcess;
  readonly address: string;
  /** Signs a browser in, once. */
  readonly link: string;
  text(): string;
};
export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export function startLocal(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Local> {
  const env = { ...process.env, NODE_COMPILE_CACHE: CACHE, ...more };
  const child = spawn(process.execPath, [HOST, "--no-open", ...args], { stdio: "pipe", env });
  let text = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const link = RUNNING.exec(text)?.[1];
        if (link !== undefined && text.includes("Reset")) {
          resolve({ process: child, address: new URL("/", link).href, link, text: () => text });
        }
      });
    }
    child.on("close", (code) => reject(new Error(`the local host ended (${code}): ${text}`)));
  });
}

export function runLocal(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { ...process.env, NODE_COMPILE_CACHE: CACHE, ...more };
  const child = spawn(process.execPath, [HOST, "--no-open", ...args], { stdio: "pipe", env });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      output[name] += chunk;
    });
  }
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...output })));
}

export function stop(local: Local, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    local.process.removeAllListeners("close");
    local.process.on("close", (code) => resolve(code));
    local.process.kill(signal);
  });
}
