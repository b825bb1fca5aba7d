/** Starts a Container Apps job and waits for its end. A start that is repeated may run the job
 *  twice: only jobs that a second run does not harm are started here. */
import { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { type Answer, ask, type Wire } from "./ask.ts";
import { type DeployFailure, failure } from "./failure.ts";
import { readAnswer } from "./json-answer.ts";
import { poll } from "./poll.ts";

const JOBS_API = "2024-03-01";
const EVERY_MS = 10_000;
/** Above the longest timeout of a job that is started here. */
const RUN_MS_MAX = 2_700_000;

/** A start that is taken and not done yet. */
const ACCEPTED = 202;
const START_MS_MAX = 300_000;

const ENDED_BADLY = ["Failed", "Stopped", "Degraded"] as const;

const Started = z.object({ name: z.string().regex(/^[\w-]{1,100}$/) });
const Execution = z.object({ properties: z.object({ status: z.string() }) });

/** Where a start that was taken without a word tells its end; the token goes to Azure alone. */
function placeOfStart({ status, headers, text }: Answer, job: string): string | null {
  const location = headers.get("location");
  if (status !== ACCEPTED || text.trim() !== "" || location === null) return null;
  const place = URL.parse(location, job);
  return place !== null && place.origin === new URL(job).origin ? place.href : null;
}

/** The name of the execution: in the answer itself, or where the answer says it will be. */
async function nameOfStart(
  wire: Wire,
  what: string,
  job: string,
  sent: Answer,
): Promise<Result<z.output<typeof Started>, DeployFailure>> {
  const url = placeOfStart(sent, job);
  if (url === null) return readAnswer(what, Started, sent);
  return poll(wire, {
    question: { what, method: "GET", url, signed: true },
    everyMs: EVERY_MS,
    mostMs: START_MS_MAX,
    end: (answer) => (answer.status === ACCEPTED ? null : readAnswer(what, Started, answer)),
  });
}

/** `job` is `https://management.azure.com/subscriptions/…/jobs/name`. */
export async function runJob(wire: Wire, job: string): Promise<Result<string, DeployFailure>> {
  const what = `running the job ${job.slice(job.lastIndexOf("/") + 1)}`;
  const sent = await ask(wire, {
    what,
    method: "POST",
    url: `${job}/start?api-version=${JOBS_API}`,
    signed: true,
  });
  if (!sent.ok) return sent;
  const started = await nameOfStart(wire, what, job, sent.value);
  if (!started.ok) return started;
  const { name } = started.value;
  const url = `${job}/executions/${name}?api-version=${JOBS_API}`;
  return poll(wire, {
    question: { what, method: "GET", url, signed: true, passing: [404] },
    everyMs: EVERY_MS,
    mostMs: RUN_MS_MAX,
    end: (answer) => {
      const execution = readAnswer(what, Execution, answer);
      if (!execution.ok) return execution;
      const { status } = execution.value.properties;
      if (status === "Succeeded") return ok(name);
      const bad = ENDED_BADLY.find((end) => end === status);
      const why = `the execution ${name} ended as ${bad}; its log in the workspace says why`;
      return bad === undefined ? null : fail(failure("failed", what, why));
    },
  });
}
