/** The thread in which modules are tried, one after the other: only `trial.ts` starts it. It finds
 *  out whether each comes to an end, and not whether it is right: what a module throws here, where
 *  some things differ from the main thread, is for the real loading to tell. */
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { toolsFor } from "./definition.ts";
import { watchEndings } from "./endings.ts";
import { exportedBy } from "./exported.ts";
import type { TrialNews } from "./trial.ts";

const tell = (news: TrialNews): void => parentPort?.postMessage(news);

/** Nobody runs a function here. */
const tools = toolsFor({
  session: () => {
    throw new Error("a tenant can be asked while a function runs, not while it is defined");
  },
});

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});

const { exit } = process;
watchEndings(process, (ending) => {
  tell({ kind: "left", ending });
  exit();
});

/** Nobody waits for it: when nothing is left that could go on, the thread ends by itself. */
void tryAll(workerData as readonly string[]);

async function tryAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    tell({ kind: "began", path });
    try {
      const exported = await exportedBy(path);
      if (typeof exported === "function") leave(exported(tools));
    } catch {
      // The real loading meets it again, and tells it.
    }
  }
  tell({ kind: "ended", loaded });
}

/** A promise is refused later; what it comes to must not end this thread. */
const leave = (made: unknown): void => {
  if (made instanceof Promise) made.catch(() => {});
};
