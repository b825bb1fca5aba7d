/** How the functions of the library are written down: like any function, but each call gets a
 *  session of its own with the tenant, bound to its job.
 *  `calls` names every operation of the ports that the function may use and no other: which
 *  permissions a worker needs follows from it. */
import type { z } from "zod";
import { FunctionName } from "../../../contract/manifest.ts";
import { ok } from "../../../contract/result.ts";
import type { Alerts } from "../../../tenant/alerts.ts";
import type { Directory } from "../../../tenant/directory.ts";
import type { Exchange } from "../../../tenant/exchange.ts";
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { TENANT_CAPABILITIES } from "../../capabilities.ts";
import {
  type FunctionContext,
  type FunctionDefinition,
  type FunctionResult,
  type WorkerFunction,
  workerFunction,
} from "../../function.ts";

export type TenantOperation =
  | `directory.${keyof Directory}`
  | `exchange.${keyof Exchange}`
  | `alerts.${keyof Alerts}`;

type TenantFunction<Params extends z.ZodObject> = Omit<
  FunctionDefinition<Params>,
  "name" | "run" | "calls" | "capability"
> & {
  readonly name: string;
  readonly capability: (typeof TENANT_CAPABILITIES)[number];
  readonly calls: readonly TenantOperation[];
  readonly run: (
    session: TenantSession,
    params: z.output<Params>,
    context: FunctionContext,
  ) => Promise<FunctionResult>;
};

export function tenantFunction<Params extends z.ZodObject>(
  tenant: Tenant,
  { name, run, ...definition }: TenantFunction<Params>,
): WorkerFunction {
  return workerFunction<Params>({
    ...definition,
    name: FunctionName.parse(name),
    run: (params, context) => {
      const { jobId, batchId, signal } = context;
      return run(tenant.session({ jobId, batchId, signal }), params, context);
    },
  });
}

/** What a function that changes something answers: whether it did so now or before is the same. */
export const DONE: FunctionResult = ok({ kind: "done", value: true });

/** Writes what it is told, whatever is there. Its result is kept: a job that comes again late
 *  answers from the ledger and cannot undo what was done since. */
export const SETS = { effect: "write", idempotency: "same-end" } as const;

/** What it sees decides what it does. Its result is kept, too. */
export const CHANGES = { effect: "write", idempotency: "check-then-act" } as const;

export const LOOKS = { effect: "read", idempotency: "natural-key" } as const;
