/** Calls of library functions as the engine makes them: what failed is tried again, and what is
 *  not done yet asked again, each after a while. */
import { BatchId, StepExecutionId } from "../../../../../runtime/contract/ids.ts";
import { formatJobId } from "../../../../../runtime/contract/job-id.ts";
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import type { Tenant } from "../../../../../runtime/tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../../conformance/bus/answers.ts";
import type { Outcome } from "./model.ts";
import type { TestTenant } from "./test-tenant.ts";

/** Made once, as making their schemas takes longer than calling them. */
let present: Tenant | null = null;
const library = functionLibrary({
  session: (job) => {
    if (present === null) throw new Error("no tenant is present");
    return present.session(job);
  },
});

/** One at a time. */
function callOnce(
  tenant: Tenant,
  name: string,
  params: JsonObject,
  poll: number,
): Promise<FunctionResult> {
  present = tenant;
  const found = library.find(({ manifest }) => manifest.name === name);
  const stepExecutionId = StepExecutionId.parse(1);
  const jobId = formatJobId({ kind: "step", stepExecutionId, attempt: 1, poll });
  const { signal } = new AbortController();
  const context = { jobId, batchId: BatchId.parse(1), attempt: 1, poll, signal };
  return answerOf((found as WorkerFunction).prepare(params))(context);
}

/** Longer than any tenant here takes to show a change. */
const AGAIN_MS = 60_000;

export type Patience = {
  /** How often what is not done is asked for again. */
  readonly repeats: number;
  /** Told how many requests one call made. */
  readonly requests: (count: number) => void;
};

export async function call(
  { settled, lapse, asked }: TestTenant,
  { repeats, requests }: Patience,
  tenant: Tenant,
  name: string,
  params: JsonObject,
): Promise<FunctionResult> {
  for (let tries = 0, poll = 0; ; tries += 1) {
    const before = asked();
    const result = await settled(callOnce(tenant, name, params, poll));
    requests(asked() - before);
    if (answerKind(result) === "done" || tries === repeats) return result;
    lapse(AGAIN_MS);
    poll = result.ok ? poll + 1 : 0;
  }
}

export function answerKind(result: FunctionResult): Outcome["answer"] {
  if (!result.ok) return "failed";
  return result.value.kind === "done" ? "done" : "not yet";
}

/** A field of what a check told of; nothing where it was none. */
export function toldBy(result: FunctionResult, field: string): unknown {
  if (!result.ok) return undefined;
  const { value } = result;
  const told = value.kind === "done" ? value.value : value.progress;
  return typeof told === "boolean" ? undefined : told[field];
}
