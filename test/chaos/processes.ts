/** The two processes of a chaos run: the tenant, which lives, and the platform, which does not. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export type Settings = {
  readonly path: string;
  readonly members: string;
  readonly tenantUrl: string;
  /** How far its clock is from the machine's. */
  readonly shiftMs: number;
  /** How many of its seconds go by in one of the machine's. */
  readonly speed: number;
  /** Null: the file may grow. */
  readonly pagesMax: number | null;
};

export type Running = {
  readonly child: ChildProcess;
  /** The first line it says, or null when it ended before. */
  readonly said: Promise<string | null>;
  readonly ended: Promise<void>;
  /** The end of what it complained about. */
  readonly complaint: () => string;
};

/** What the platform says just before it touches the database. */
export const OPENING = "opening the database";

const COMPLAINT_CHARS = 4_000;
const PLATFORM = fileURLToPath(new URL("./platform-process.ts", import.meta.url));
const TENANT = fileURLToPath(new URL("./tenant/tenant-process.ts", import.meta.url));

function run(script: string, argument: string): Running {
  const words = ["--disable-warning=ExperimentalWarning", script, argument];
  const child = spawn(process.execPath, words, { stdio: "pipe" });
  let output = "";
  let complaint = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const said = new Promise<string | null>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      const [line, rest] = output.split("\n");
      if (rest !== undefined) resolve(line ?? "");
    });
    child.once("close", () => resolve(null));
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint = (complaint + chunk).slice(-COMPLAINT_CHARS);
  });
  // A process that was killed takes no more lines; that is the point of it.
  child.stdin.on("error", () => undefined);
  return { child, said, ended, complaint: () => complaint };
}

/** Whether it was alive to be killed: one that has ended by itself is not. */
export async function killed({ child, ended }: Running): Promise<boolean> {
  child.kill("SIGKILL");
  await ended;
  return child.signalCode === "SIGKILL";
}

export const startPlatform = (settings: Settings): Running =>
  run(PLATFORM, JSON.stringify(settings));

export type Tenant = { readonly url: string; readonly stop: () => Promise<void> };

export async function startTenant(ledger: string): Promise<Tenant> {
  const { child, said, ended, complaint } = run(TENANT, ledger);
  const port = await said;
  if (port === null) throw new Error(`the tenant did not start: ${complaint()}`);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
