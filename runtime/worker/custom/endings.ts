/** Ways in which code ends the process it runs in, and who may not. Custom code shares its process
 *  with the worker: what it ends would end every other job too.
 *  N1. Whoever is no custom code ends the process as ever. */
import { syncBuiltinESMExports } from "node:module";
import { endStray } from "./strays.ts";

/** What is watched of a process. */
export type Endings = {
  readonly pid: number;
  exit: (code?: number | string | null) => never;
  abort: () => never;
  kill: (pid: number, signal?: string | number) => true;
};

const REFUSED = {
  "process.exit": "ProcessExitRefused",
  "process.abort": "ProcessAbortRefused",
  "process.kill": "ProcessKillRefused",
} as const;
export type Ending = keyof typeof REFUSED;

/** `before` is asked before anything ends the process; what it throws keeps the process alive. */
export function watchEndings(process: Endings, before: (ending: Ending) => void): void {
  const { exit, abort, kill } = process;
  process.exit = (code) => {
    before("process.exit");
    return exit.call(process, code);
  };
  process.abort = () => {
    before("process.abort");
    return abort.call(process);
  };
  process.kill = (pid, signal) => {
    if (isOwn(process, pid) && signal !== 0) before("process.kill");
    return kill.call(process, pid, signal);
  };
  // Whoever imports them by name gets these too.
  syncBuiltinESMExports();
}

/** Its own number, or that of its group or of everybody. */
const isOwn = ({ pid }: Endings, killed: number): boolean => killed === pid || killed <= 0;

const refusals = new WeakMap<object, Ending>();

/** Ends the call of a custom function, and not the process it runs in. */
export function refuseToCustom(ending: Ending): void {
  const refusal = Object.assign(new Error(`${ending} was refused`), { name: REFUSED[ending] });
  refusals.set(refusal, ending);
  if (endStray(refusal) !== null) throw refusal;
}

/** Which ending was refused by what was thrown; null: none. */
export const refusedEnding = (thrown: unknown): Ending | null =>
  refusals.get(Object(thrown)) ?? null;
