/** Plans a stack, has it judged, and compares it with the blueprint and with a git ref. */
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { parseStackConfig, valuesOf } from "../stack-settings.ts";
import { commitOf, withStackAt } from "./base-stack.ts";
import { coverageOf } from "./coverage.ts";
import { diffPlans } from "./diff.ts";
import { makePlan, type Plan } from "./plan.ts";
import { judge } from "./policy.ts";
import { runProgram } from "./program.ts";
import type { Comparison, Report } from "./report.ts";
import { compareRights } from "./rights.ts";
import { readStack, type Stack } from "./stack-config.ts";

export type Request = {
  readonly root: string;
  readonly stack: string;
  readonly against: string | null;
  /** Random, and never shown: see plan.ts. */
  readonly digestKey: Uint8Array;
};

/** `usage`: the caller named something that is not there. `program`: our own code does not run. */
export type ReportFailure = { readonly kind: "usage" | "program"; readonly message: string };

type BasePlan = { readonly plan: Plan; readonly note: string | null };

async function basePlan(stack: Stack | null, digestKey: Uint8Array): Promise<BasePlan> {
  if (stack === null) return { plan: new Map(), note: "That commit has no such stack" };
  const run = await runProgram(stack);
  // A broken base must not stand in the way of the change that repairs it.
  if (!run.ok) return { plan: new Map(), note: "The program of that commit does not run" };
  return { plan: makePlan(run.value.resources, digestKey), note: null };
}

type Base = { readonly ref: string; readonly commit: string };

/** Asked for before the program runs: a misspelt ref should not cost a minute. */
async function findBase({ root, against }: Request): Promise<Result<Base | null, string>> {
  if (against === null) return ok(null);
  const commit = await commitOf(root, against);
  return commit.ok ? ok({ ref: against, commit: commit.value }) : commit;
}

async function compare(request: Request, base: Base, after: Plan): Promise<Comparison> {
  const { root, stack, digestKey } = request;
  const { plan, note } = await withStackAt(root, base.commit, stack, (then) =>
    basePlan(then, digestKey),
  );
  return { ref: base.ref, note, changes: diffPlans(plan, after) };
}

export async function makeReport(request: Request): Promise<Result<Report, ReportFailure>> {
  const usage = (message: string) => fail({ kind: "usage", message } as const);
  const stack = await readStack(request.root, request.stack);
  if (!stack.ok) return usage(stack.error);
  const { project, name, config } = stack.value;
  const settings = parseStackConfig(name, valuesOf(project, config));
  if (!settings.ok) return usage(settings.error);
  const base = await findBase(request);
  if (!base.ok) return usage(base.error);
  const run = await runProgram(stack.value);
  if (!run.ok) return fail({ kind: "program", message: run.error });
  const { resources } = run.value;
  const plan = makePlan(resources, request.digestKey);
  const verdict = await judge(stack.value, resources);
  if (!verdict.ok) return usage(verdict.error);
  const { workers } = settings.value;
  return ok({
    project,
    stack: name,
    plan,
    comparison: base.value === null ? null : await compare(request, base.value, plan),
    verdict: verdict.value,
    rights: compareRights(resources, workers),
    coverage: coverageOf(resources, workers),
  });
}
