/** Servers the peers need, each started for one measurement on loopback and ended by its id.
 *  A server that is not on this machine is a reason, not an error: its peers are listed with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { pauseMs } from "./portions.ts";

export type Server = {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};
export type Started = Promise<Result<Server, string>>;

const UP_TRIES = 1_200;
const UP_EVERY_MS = 100;

/** The full path of a program, or null where it is not installed. */
export function programOf(name: string, folders: readonly string[] = []): string | null {
  const path = process.env["PATH"] ?? "";
  const candidates = [...path.split(delimiter), ...folders].map((folder) => join(folder, name));
  return candidates.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type Launch = {
  readonly program: string;
  readonly args: readonly string[];
  readonly ports: readonly number[];
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
};

/** Runs until stopped; answers when every port takes connections. */
export async function startServer(launch: Launch): Started {
  const { program, args, ports, url, env = {}, user = null } = launch;
  const server = spawn(program, [...args], {
    stdio: "ignore",
    env: { ...process.env, ...env },
    ...(user ?? {}),
  });
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
    server.once("error", () => resolve());
  });
  for (const port of ports) {
    if (await isUp(port, server)) continue;
    server.kill("SIGKILL");
    return fail(`${program} did not begin to listen on port ${port}`);
  }
  const { pid } = server;
  if (pid === undefined) return fail(`${program} did not start`);
  return ok({ url, pid, stop: () => stop(server, ended) });
}

async function isUp(port: number, server: ChildProcess): Promise<boolean> {
  for (let tried = 0; tried < UP_TRIES; tried += 1) {
    if (server.exitCode !== null || server.pid === undefined) return false;
    if (await takesConnections(port)) return true;
    await pauseMs(UP_EVERY_MS);
  }
  return false;
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill("SIGINT");
  const gone = await Promise.race([ended.then(() => true), pauseMs(10_000).then(() => false)]);
  if (gone) return;
  server.kill("SIGKILL");
  await ended;
}
