/** A worker's way from nothing to its first job, in named phases (M-115). Each can fail in a way
 *  of its own, and says what failed, why, and what to do; the exit code names the phase, so that
 *  a platform's restart log does too.
 *  Settings, bus, sessions, functions and loop are every worker's. Between settings and bus a
 *  worker in Azure opens its log, its identity and its certificate; that host comes with the
 *  adapter of Service Bus. At home the console is the log, and the simulated tenant's application
 *  proves itself by a secret. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { scrubbed } from "../fault.ts";

/** With the exit code that ends the process when the phase fails. */
export const BOOT_PHASES = {
  config: 10,
  logging: 11,
  identity: 12,
  certificate: 13,
  bus: 14,
  sessions: 15,
  functions: 16,
  loop: 17,
} as const;

export type BootPhase = keyof typeof BOOT_PHASES;

/** Sentences for people; no secrets in them. */
export type BootProblem = {
  readonly what: string;
  readonly why: string;
  readonly next: string;
};

export type BootFailure = BootProblem & { readonly phase: BootPhase; readonly exitCode: number };

export const sentenceOf = ({ phase, what, why, next }: BootFailure): string =>
  `The worker cannot start (${phase}): ${what} ${why} ${next}`;

/** Runs one phase. One that throws has a defect; it is told as a failure of that phase, with the
 *  kind of the error and never its text, which may hold a secret. */
export async function inPhase<Value>(
  phase: BootPhase,
  step: () => Promise<Result<Value, BootProblem>>,
): Promise<Result<Value, BootFailure>> {
  try {
    const done = await step();
    return done.ok ? ok(done.value) : fail(failureIn(phase, done.error));
  } catch (thrown) {
    const { name, frames } = scrubbed(thrown);
    const where = frames[0] === undefined ? "" : ` ${frames[0]}`;
    const why = `It threw ${name}${where}.`;
    const next = "This is a defect of the worker: report it with this line.";
    return fail(failureIn(phase, { what: "The phase came to no end of its own.", why, next }));
  }
}

const failureIn = (phase: BootPhase, problem: BootProblem): BootFailure => ({
  ...problem,
  phase,
  exitCode: BOOT_PHASES[phase],
});
