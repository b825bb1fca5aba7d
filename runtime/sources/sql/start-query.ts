/** Starts a query in its process and speaks with it: one question, one answer. A process that does
 *  not answer in time, or dies, is an answer, too.
 *  S1. Once the reading is closed its process is killed, whatever SQLite is doing.
 *  S2. The process gets nothing of this one's environment. */
import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import type { Reading, SourcePage } from "../source.ts";
import type { Timing } from "../timing.ts";
import type { QueryOptions } from "./sqlite-query.ts";

const PROCESS = new URL("./query-process.ts", import.meta.url);

type Heard<Value> = Result<Value, SourceFailure>;

export async function startQuery(
  options: QueryOptions,
  clock: Timing,
  limitMs: number,
): Promise<Heard<Reading>> {
  const child = fork(PROCESS, [], {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { say, hear } = speaking(child, clock, limitMs);
  const close = async (): Promise<void> => {
    child.kill("SIGKILL");
  };
  say(options);
  const columns = await hear<readonly string[]>();
  if (!columns.ok) {
    await close();
    return columns;
  }
  const next = (): Promise<Heard<SourcePage>> => {
    say("next");
    return hear<SourcePage>();
  };
  return ok({ columns: columns.value, next, close });
}

/** What cannot be said is not lost: the process is dead, and is heard to be. */
function speaking(child: ChildProcess, clock: Timing, limitMs: number) {
  const say = (said: Serializable): void => {
    if (child.connected) child.send(said, () => {});
  };
  return { say, hear: hearing(child, clock, limitMs) };
}

/** The process's next answer. The time is that of the whole query, not of a page. */
function hearing(child: ChildProcess, clock: Timing, limitMs: number) {
  const deadline = new Date(clock.now().getTime() + limitMs);
  const dead = new Promise<Heard<never>>((resolve) => {
    const died = (why: string): void =>
      resolve(fail({ kind: "unavailable", reason: `the query's process ${why}.` }));
    child.on("error", ({ message }) => died(`failed: ${message}`));
    child.on("exit", (code, signal) => died(`ended (${signal ?? code})`));
  });
  return <Value>(): Promise<Heard<Value>> =>
    new Promise((resolve) => {
      const end = (answer: Heard<Value>): void => {
        cancel();
        child.off("message", onMessage);
        resolve(answer);
      };
      const onMessage = (answer: Serializable): void => end(answer as Heard<Value>);
      const cancel = clock.at(deadline, () => end(fail({ kind: "timed-out", limitMs })));
      child.on("message", onMessage);
      void dead.then(end);
    });
}
