/** Starts a query in its thread and speaks with it: one question, one answer. A thread that does
 *  not answer in time, or dies, is an answer, too. */
import { Worker } from "node:worker_threads";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import type { Reading, SourcePage } from "../source.ts";
import type { Timing } from "../timing.ts";
import type { QueryOptions } from "./sqlite-query.ts";

const THREAD = new URL("./query-thread.ts", import.meta.url);

type Heard<Value> = Result<Value, SourceFailure>;

export async function startQuery(
  options: QueryOptions,
  clock: Timing,
  limitMs: number,
): Promise<Heard<Reading>> {
  const thread = new Worker(THREAD, { workerData: options, execArgv: [] });
  const hear = hearing(thread, clock, limitMs);
  const close = async (): Promise<void> => {
    thread.unref();
    void thread.terminate();
  };
  const columns = await hear<readonly string[]>();
  if (!columns.ok) {
    await close();
    return columns;
  }
  const next = (): Promise<Heard<SourcePage>> => {
    thread.postMessage("next");
    return hear<SourcePage>();
  };
  return ok({ columns: columns.value, next, close });
}

/** The thread's next answer. The time is that of the whole query, not of a page. */
function hearing(thread: Worker, clock: Timing, limitMs: number) {
  const deadline = new Date(clock.now().getTime() + limitMs);
  return <Value>(): Promise<Heard<Value>> =>
    new Promise((resolve) => {
      const end = (answer: Heard<Value>): void => {
        cancel();
        thread.off("message", onMessage).off("error", onError).off("exit", onExit);
        resolve(answer);
      };
      const onMessage = (answer: Heard<Value>): void => end(answer);
      const onError = ({ message }: Error): void =>
        end(fail({ kind: "unavailable", reason: `the query's thread failed: ${message}.` }));
      const onExit = (): void =>
        end(fail({ kind: "unavailable", reason: "the query's thread ended." }));
      const cancel = clock.at(deadline, () => end(fail({ kind: "timed-out", limitMs })));
      thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    });
}
