/** Modules of one's own are loaded on trial first, in a thread that can be ended: one that never
 *  comes to an end, or ends its process, would take the host with it and say nothing. So each is
 *  loaded twice at every start; what it prints on trial is not shown. */
import { Worker } from "node:worker_threads";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Clock } from "../../time/clock.ts";
import { scrubbed } from "../fault.ts";
import type { Ending } from "./endings.ts";

export type TrialNews =
  | { readonly kind: "began"; readonly path: string }
  | { readonly kind: "left"; readonly ending: Ending }
  /** With the address of every file that was loaded. */
  | { readonly kind: "ended"; readonly loaded: readonly string[] };

/** Why a module cannot be loaded. */
export type Hindered = { readonly path: string; readonly why: string };

type Tried = Result<ReadonlySet<string>, Hindered>;

const THREAD = new URL("./trial-thread.ts", import.meta.url);
const LIMIT_SEC = LIMITS.customModuleLoadSec;

export async function tryModules(paths: readonly string[], clock: Clock): Promise<Tried> {
  if (paths.length === 0) return ok(new Set());
  const thread = new Worker(THREAD, {
    workerData: paths,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  try {
    return await listen(thread, clock);
  } finally {
    await thread.terminate();
  }
}

/** Rejects where the thread itself is at fault. */
function listen(thread: Worker, clock: Clock): Promise<Tried> {
  return new Promise((resolve, reject) => {
    let path: string | null = null;
    let cancel = (): void => {};
    const hindered = (why: string, cause: unknown): void => {
      cancel();
      if (path === null) reject(cause);
      else resolve(fail({ path, why }));
    };
    thread.on("message", (news: TrialNews) => {
      cancel();
      if (news.kind === "ended") resolve(ok(new Set(news.loaded)));
      else if (news.kind === "left") hindered(leaves(news.ending), null);
      else {
        path = news.path;
        cancel = onLimit(clock, () => hindered(TOO_LONG, null));
      }
    });
    thread.on("error", (thrown) => hindered(strayed(thrown), thrown));
    thread.on("exit", () => hindered(NEVER, new Error("the thread of the trial ended")));
  });
}

/** Calls back when a module had all the time it may take. */
export const onLimit = (clock: Clock, ring: () => void): (() => void) =>
  clock.at(new Date(clock.now().getTime() + LIMIT_SEC * 1_000), ring);

export const TOO_LONG =
  `it was not loaded within ${LIMIT_SEC} s: it waits at its top level for something that does ` +
  "not come, or goes round in a loop without end";

const NEVER = "its top level waits (`await`) for something that can never come";

const leaves = (ending: Ending): string =>
  `it calls ${ending} while it is loaded, which would end the worker`;

/** The text is the author's own code's, at start and before any job. */
const strayed = (thrown: unknown): string => {
  const { message = `it threw ${String(thrown)}` } = Object(thrown);
  const text = `${scrubbed(thrown).name}: ${String(message)}`;
  return `it leaves an error behind that nobody waits for while it is loaded (${text})`;
};
