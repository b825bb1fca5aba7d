/** The worker of a local host, booted through the phases of a deployed one and looked after as a
 *  platform would: what only a person can mend keeps Drover from starting, with the phase's exit
 *  code. A tenant that does not answer may answer later: Drover starts, says that its worker is
 *  not ready, and tries again until it is. */
import { ok, type Result } from "../../contract/result.ts";
import { pause, pauseMs } from "../../time/pause.ts";
import { type Booted, type BootParts, bootWorker } from "../../worker/boot/boot.ts";
import {
  type BootFailure,
  type BootPhase,
  type BootProblem,
  inPhase,
  sentenceOf,
} from "../../worker/boot/phases.ts";
import type { Registry } from "../../worker/registry.ts";

export type LocalWorkerParts = Omit<BootParts, "signal"> & {
  readonly complain: (sentence: string) => void;
};

export type LocalWorker = {
  /** Begins to take jobs, or goes on trying. */
  readonly start: (employ: Employ) => Promise<void>;
  /** What keeps it from taking jobs, as a sentence; null when it takes them. */
  readonly problem: () => string | null;
  /** What it goes without, as sentences. */
  readonly notices: () => readonly string[];
  /** Tries no more. What it took is for the platform to drain. */
  readonly stop: () => Promise<void>;
};

type Employ = (functions: Registry) => Promise<Result<null, BootProblem>>;

const TENANT_MS_MAX = 10_000;
const MAY_PASS: ReadonlySet<BootPhase> = new Set(["sessions", "loop"]);
const isFinal = ({ phase }: BootFailure): boolean => !MAY_PASS.has(phase);

/** After the first try, and before it takes any job. */
export async function bootLocalWorker(
  parts: LocalWorkerParts,
): Promise<Result<LocalWorker, BootFailure>> {
  const stopping = new AbortController();
  const first = await boot(parts, stopping.signal);
  if (!first.ok && isFinal(first.error)) return first;
  let problem: BootFailure | null = null;
  let notices: readonly string[] = [];
  let trying = Promise.resolve();
  const take = async (booted: typeof first, employ: Employ): Promise<void> => {
    const before = problem;
    problem = await begin(booted, employ);
    if (booted.ok) notices = booted.value.notices;
    if (problem === null && before !== null) parts.complain("The worker takes jobs now.");
    if (problem !== null && problem.why !== before?.why) parts.complain(sentenceOf(problem));
  };
  const keepTrying = async (employ: Employ): Promise<void> => {
    for (let failures = 1; problem !== null && !isFinal(problem); failures += 1) {
      await pause(parts.real, pauseMs(failures), stopping.signal);
      const booted = await boot(parts, stopping.signal);
      if (stopping.signal.aborted) return;
      await take(booted, employ);
    }
  };
  return ok({
    start: async (employ) => {
      await take(first, employ);
      trying = keepTrying(employ);
    },
    problem: () => (problem === null ? null : sentenceOf(problem)),
    notices: () => notices,
    stop: async () => {
      stopping.abort();
      await trying;
    },
  });
}

/** Waits for the tenant so long and no longer. */
async function boot(
  parts: LocalWorkerParts,
  stopping: AbortSignal,
): Promise<Result<Booted, BootFailure>> {
  const { real, complain } = parts;
  const patience = new AbortController();
  const until = new Date(real.now().getTime() + TENANT_MS_MAX);
  const cancel = real.at(until, () => patience.abort());
  const signal = AbortSignal.any([stopping, patience.signal]);
  const booted = await bootWorker({ ...parts, signal });
  cancel();
  if (booted.ok) booted.value.notices.forEach(complain);
  return booted;
}

/** Null when it takes jobs. */
async function begin(
  booted: Result<Booted, BootFailure>,
  employ: Employ,
): Promise<BootFailure | null> {
  if (!booted.ok) return booted.error;
  const employed = await inPhase("loop", () => employ(booted.value.functions));
  return employed.ok ? null : employed.error;
}
