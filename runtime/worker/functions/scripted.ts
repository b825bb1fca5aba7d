/** A function that behaves as its parameters say: for rehearsals and tests. What it does depends
 *  on the parameters, the attempt and the poll alone, so a crash changes nothing about it. */
import { z } from "zod";
import type { JobId } from "../../contract/job-id.ts";
import { LIMITS } from "../../contract/limits.ts";
import { type FunctionManifest, FunctionName } from "../../contract/manifest.ts";
import { fail, ok } from "../../contract/result.ts";
import { type Clock, sleep } from "../../time/clock.ts";
import {
  type FunctionContext,
  type FunctionResult,
  type WorkerFunction,
  workerFunction,
} from "../function.ts";
import { REHEARSAL } from "./no-op.ts";

const times = z.int().min(0).max(LIMITS.retriesMax).default(0);
const seconds = z.number().min(0).max(LIMITS.durationSecMax).default(0);

const Script = z.strictObject({
  /** What the result holds in the end. */
  data: z.record(z.string(), z.unknown()).default({}),
  /** So many attempts are throttled first, and ask for this pause. */
  throttleTimes: times,
  retryAfterSec: seconds,
  /** So many attempts fail after that. */
  failTimes: times,
  /** So many answers say "not done yet". */
  polls: times,
  /** How long each answer takes. */
  delaySec: seconds,
  /** How an attempt that is neither throttled nor to fail ends, once its effect is there. */
  end: z.enum(["answer", "never", "throw", "ambiguous"]).default("answer"),
});
type Script = z.output<typeof Script>;

export type ScriptedParts = Pick<FunctionManifest, "effect" | "idempotency"> & {
  readonly clock: Clock;
  /** The effect, once for each attempt that comes to it. */
  readonly perform: (jobId: JobId) => void;
};

export const scripted = ({ clock, perform, ...traits }: ScriptedParts): WorkerFunction =>
  workerFunction({
    ...traits,
    name: FunctionName.parse("Invoke-Script"),
    description: "Succeeds, fails, throttles, polls, is late or stays silent, as it is told.",
    capability: REHEARSAL,
    params: Script,
    // Being late is what it is for.
    callSec: LIMITS.callSecMax,
    result: "Object",
    examples: [
      { params: { data: { mailbox: "created" } }, result: { mailbox: "created" } },
      { params: { failTimes: 2 }, result: {} },
    ],
    run: async (script, context) => {
      if (script.delaySec > 0) await sleep(clock, script.delaySec * 1_000);
      const refused = refusal(script, context);
      if (refused !== null) return refused;
      if (context.poll === 0) perform(context.jobId);
      return ending(script, context);
    },
  });

/** Before there is any effect. */
function refusal(script: Script, { attempt }: FunctionContext): FunctionResult | null {
  const { throttleTimes, retryAfterSec, failTimes } = script;
  if (attempt <= throttleTimes) {
    const message = `Throttled, attempt ${attempt} of ${throttleTimes} to be so.`;
    return fail({ kind: "throttled", message, retryAfterSec, attempts: 1 });
  }
  if (attempt > throttleTimes + failTimes) return null;
  const message = `Failed as told, attempt ${attempt}.`;
  return fail({ kind: "failed", code: "scripted_failure", message });
}

async function ending(script: Script, { poll }: FunctionContext): Promise<FunctionResult> {
  switch (script.end) {
    case "never":
      return new Promise(() => {});
    case "throw":
      throw new Error("thrown as told");
    case "ambiguous": {
      const message = "Nobody knows whether it happened, as told.";
      return fail({ kind: "ambiguous", code: "scripted_doubt", message });
    }
    case "answer":
      return poll < script.polls
        ? ok({ kind: "incomplete", progress: { poll } })
        : ok({ kind: "done", value: script.data });
  }
}
