/** One function, on random worlds, against its model: the effect is the model's, a second call
 *  changes nothing more, and a call that dies after any of its changes and is made again ends the
 *  same. */
import { expect } from "@jest/globals";
import fc from "fast-check";
import { BatchId, StepExecutionId } from "../../../../../runtime/contract/ids.ts";
import { formatJobId } from "../../../../../runtime/contract/job-id.ts";
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import type { Tenant } from "../../../../../runtime/tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../../conformance/bus/answers.ts";
import { ASKS } from "./asks.ts";
import { type Asked, after, MODEL, type Outcome } from "./model.ts";
import { dyingAfter, type TestTenant, watched } from "./test-tenant.ts";
import { canonical, type Person, type World } from "./world.ts";
import { anyWorld } from "./worlds.ts";

type Options = {
  /** A fresh tenant for each case. */
  readonly open: () => Promise<TestTenant>;
  readonly runs: number;
  readonly worlds?: fc.Arbitrary<World>;
  /** What of a world counts, where a tenant knows more than a model says. */
  readonly counts?: (world: World) => World;
};

type Who = { readonly nth: number; readonly by: "UserId" | "UserPrincipalName" };

const anyWho: fc.Arbitrary<Who> = fc.record({
  nth: fc.nat(4),
  by: fc.constantFrom("UserId" as const, "UserPrincipalName" as const),
});

/** Whom the function is about is not in all of their parameters. */
const NAMES_NOBODY = new Set(["New-EntraUser", "Send-AdminAlert"]);
const UNKNOWN_ID = "00000000-0000-4000-8000-00000000dead";

/** The operations that were used, over all cases. */
export async function compareWithModel(
  name: string,
  { open, runs, worlds = anyWorld, counts = (world) => world }: Options,
): Promise<ReadonlySet<string>> {
  const operations = new Set<string>();
  const ask = ASKS[name] ?? fc.constant({});
  await fc.assert(
    fc.asyncProperty(worlds, anyWho, ask, fc.integer({ min: 1, max: 2 }), async (...drawn) => {
      const [world, who, rest, dies] = drawn;
      const test = { name, world, who, rest, open, operations, seen: told(counts) };
      await compareCalls(test);
      await compareAfterDeath(test, dies);
    }),
    { numRuns: runs, seed: 20_26, endOnFailure: true },
  );
  return operations;
}

type Case = {
  readonly name: string;
  readonly world: World;
  readonly who: Who;
  readonly rest: JsonObject;
  readonly open: () => Promise<TestTenant>;
  readonly operations: Set<string>;
  readonly seen: (world: World) => World;
};

const told =
  (counts: (world: World) => World) =>
  (world: World): World =>
    canonical(counts(world));

async function compareCalls(test: Case): Promise<void> {
  const { name, world, open, operations, seen: of } = test;
  const { asked, outcome, params, tenant } = await prepared(test, await open());
  try {
    const first = await call(watched(tenant.tenant, operations), name, params);
    expect(answerKind(first)).toBe(outcome.answer);
    const seen = of(await tenant.read());
    expect(seen).toEqual(of(after(asked, outcome)));
    if (name === "Send-AdminAlert") return;
    const second = await call(tenant.tenant, name, params);
    expect(second).toEqual(first);
    expect(of(await tenant.read())).toEqual(seen);
    expect(world.groups).toEqual(asked.world.groups);
  } finally {
    await tenant.stop();
  }
}

async function compareAfterDeath(test: Case, dies: number): Promise<void> {
  const { name, open, seen } = test;
  if (name === "Send-AdminAlert") return;
  const { asked, outcome, params, tenant } = await prepared(test, await open());
  try {
    const died = call(dyingAfter(tenant.tenant, dies), name, params);
    const end = await died.then(answerKind, () => "died");
    expect(["died", outcome.answer]).toContain(end);
    const again = await call(tenant.tenant, name, params);
    expect(answerKind(again)).toBe(outcome.answer);
    expect(seen(await tenant.read())).toEqual(seen(after(asked, outcome)));
  } finally {
    await tenant.stop();
  }
}

async function prepared({ name, world, who, rest }: Case, tenant: TestTenant) {
  const ids = await tenant.seed(world);
  const namesNobody = NAMES_NOBODY.has(name) || rest["ExpectEmpty"] === true;
  const person = namesNobody ? null : (world.people[who.nth] ?? null);
  const params = namesNobody ? rest : { ...rest, [who.by]: keyOf(person, who, ids) };
  const asked: Asked = { world, person, params };
  const outcome: Outcome = MODEL[name]?.(asked) ?? { answer: "failed" };
  return { asked, outcome, params, tenant };
}

function keyOf(person: Person | null, { by }: Who, ids: ReadonlyMap<string, string>): string {
  if (by === "UserId") return ids.get(person?.tag ?? "") ?? UNKNOWN_ID;
  // Letter case means nothing in names.
  return person?.upn?.toUpperCase() ?? "nobody@contoso.test";
}

/** Made once, as making their schemas takes longer than calling them. */
let present: Tenant | null = null;
const library = functionLibrary({
  session: (job) => {
    if (present === null) throw new Error("no tenant is present");
    return present.session(job);
  },
});

/** One at a time. */
function call(tenant: Tenant, name: string, params: JsonObject): Promise<FunctionResult> {
  present = tenant;
  const found = library.find(({ manifest }) => manifest.name === name);
  const stepExecutionId = StepExecutionId.parse(1);
  const jobId = formatJobId({ kind: "step", stepExecutionId, attempt: 1, poll: 0 });
  const { signal } = new AbortController();
  const context = { jobId, batchId: BatchId.parse(1), attempt: 1, poll: 0, signal };
  return answerOf((found as WorkerFunction).prepare(params))(context);
}

function answerKind(result: FunctionResult): Outcome["answer"] {
  if (!result.ok) return "failed";
  return result.value.kind === "done" ? "done" : "not yet";
}
