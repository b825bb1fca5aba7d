/** Plans a stack, has it judged, and compares it with the blueprint and with a git ref. */
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { grantOptionsOf } from "../identity/grants.ts";
import { parseStackConfig, valuesOf } from "../stack-settings.ts";
import { commitOf, withStackAt } from "./base-stack.ts";
import { costChanges, costOf } from "./cost/cost.ts";
import { coverageOf } from "./coverage.ts";
import { diffPlans } from "./diff.ts";
import { makePlan } from "./plan.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { judge } from "./policy.ts";
import { runProgram } from "./program.ts";
import { reachOf } from "./reach/reach.ts";
import { surroundingsOf } from "./reach/surroundings.ts";
import type { Comparison, Report } from "./report.ts";
import { compareRights, rightsChange } from "./rights.ts";
import { readStack, type Stack } from "./stack-config.ts";

export type Request = {
  readonly root: string;
  readonly stack: string;
  readonly against: string | null;
  /** Random, and never shown: see plan.ts. */
  readonly digestKey: Uint8Array;
  /** Told what is being done, for whoever waits. */
  readonly say: (progress: string) => void;
  readonly secondsSoFar: () => number;
};

/** `usage`: the caller named something that is not there. `program`: our own code does not run. */
export type ReportFailure = { readonly kind: "usage" | "program"; readonly message: string };

type BasePlan = { readonly resources: readonly PlannedResource[]; readonly note: string | null };

async function planStack(stack: Stack | null): Promise<BasePlan> {
  if (stack === null) return { resources: [], note: "That commit has no such stack" };
  const run = await runProgram(stack);
  // A broken base must not stand in the way of the change that repairs it.
  if (!run.ok) return { resources: [], note: "The program of that commit does not run" };
  return { resources: run.value.resources, note: null };
}

type Now = Pick<Report, "plan" | "cost"> & { readonly resources: readonly PlannedResource[] };

type Base = { readonly ref: string; readonly commit: string };

/** Asked for before the program runs: a misspelt ref should not cost a minute. */
async function findBase({ root, against }: Request): Promise<Result<Base | null, string>> {
  if (against === null) return ok(null);
  const commit = await commitOf(root, against);
  return commit.ok ? ok({ ref: against, commit: commit.value }) : commit;
}

const planBase = ({ root, stack }: Request, { commit }: Base): Promise<BasePlan> =>
  withStackAt(root, commit, stack, planStack);

function compare(request: Request, base: Base, then: BasePlan, now: Now): Comparison {
  const before = makePlan(then.resources, request.digestKey);
  const cost = costOf(then.resources);
  return {
    ref: base.ref,
    note: then.note,
    changes: diffPlans(before, now.plan),
    rights: rightsChange(then.resources, now.resources),
    cost: {
      before: then.note === null ? cost.units : null,
      changes: costChanges(cost, now.cost),
    },
  };
}

/** Program, pack and the program of the ref run side by side: each is a process of its own. */
function planAndJudge(request: Request, stack: Stack, base: Base | null) {
  request.say(`planning ${stack.name}${base === null ? "" : ` here and at ${base.ref}`}`);
  const running = runProgram(stack);
  const planned = running.then((run) => {
    const resources = run.ok ? run.value.resources : [];
    request.say(`judging ${resources.length} resources`);
    return resources;
  });
  return Promise.all([
    running,
    judge(stack, planned),
    base === null ? null : planBase(request, base),
  ]);
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
  const [run, verdict, then] = await planAndJudge(request, stack.value, base.value);
  if (!run.ok) return fail({ kind: "program", message: run.error });
  if (!verdict.ok) return usage(verdict.error);
  const { resources, warnings } = run.value;
  const { workers } = settings.value;
  const plan = makePlan(resources, request.digestKey);
  const cost = costOf(resources);
  return ok({
    project,
    stack: name,
    plan,
    warnings,
    comparison:
      base.value === null || then === null
        ? null
        : compare(request, base.value, then, { plan, cost, resources }),
    verdict: verdict.value,
    rights: compareRights(resources, workers, grantOptionsOf(settings.value)),
    coverage: coverageOf(resources, workers),
    reach: reachOf(resources, surroundingsOf(settings.value)),
    cost,
    seconds: request.secondsSoFar(),
  });
}
