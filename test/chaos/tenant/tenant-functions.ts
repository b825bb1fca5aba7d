/** Worker functions that change the fake tenant, one for each class of function, honest about
 *  what a repeat would do: the tenant itself refuses none but those with a natural key. */
import { z } from "zod";
import { type FunctionManifest, FunctionName } from "../../../runtime/contract/manifest.ts";
import { ok } from "../../../runtime/contract/result.ts";
import {
  type FunctionContext,
  type FunctionResult,
  type WorkerFunction,
  workerFunction,
} from "../../../runtime/worker/function.ts";
import { REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";

type Tenant = { readonly url: string };
type Act = (tenant: Tenant, key: string, context: FunctionContext) => Promise<FunctionResult>;

const DONE: FunctionResult = ok({ kind: "done", value: true });

const post = async ({ url }: Tenant, query: Readonly<Record<string, string>>): Promise<void> => {
  const search = new URLSearchParams(query);
  const answer = await fetch(`${url}/effects?${search}`, { method: "POST" });
  if (!answer.ok) throw new Error(`the tenant answered ${answer.status}`);
};

export async function timesOf({ url }: Tenant, key: string): Promise<number> {
  const answer = await fetch(`${url}/effects?${new URLSearchParams({ key })}`);
  const { times } = (await answer.json()) as { readonly times: number };
  return times;
}

const addByKey: Act = async (tenant, key, { jobId }) => {
  await post(tenant, { key, job: jobId, unique: "yes" });
  return DONE;
};

const addIfAbsent: Act = async (tenant, key, { jobId }) => {
  if ((await timesOf(tenant, key)) === 0) await post(tenant, { key, job: jobId });
  return DONE;
};

const addOnce: Act = async (tenant, key, { jobId }) => {
  await post(tenant, { key, job: jobId });
  return DONE;
};

const tenantFunction = (
  tenant: Tenant,
  name: string,
  idempotency: FunctionManifest["idempotency"],
  act: Act,
): WorkerFunction =>
  workerFunction({
    name: FunctionName.parse(name),
    description: "Adds something to the fake tenant.",
    effect: "write",
    idempotency,
    capability: REHEARSAL,
    params: z.strictObject({ key: z.string() }),
    result: "Boolean",
    examples: [],
    run: ({ key }, context) => act(tenant, key, context),
  });

export const tenantFunctions = (tenant: Tenant): readonly WorkerFunction[] => [
  tenantFunction(tenant, "Add-ByKey", "natural-key", addByKey),
  tenantFunction(tenant, "Add-IfAbsent", "check-then-act", addIfAbsent),
  tenantFunction(tenant, "Add-Once", "none", addOnce),
];
