/** One function, on random worlds, against its model: the effect is the model's, a second call
 *  changes nothing more, and a call that dies after any of its changes and is made again ends the
 *  same. */
import { expect } from "@jest/globals";
import fc from "fast-check";
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { ASKS } from "./asks.ts";
import { answerKind, call, type Patience, toldBy } from "./calling.ts";
import { type Asked, after, MODEL, type Outcome } from "./model.ts";
import { formerName, MAKERS } from "./names.ts";
import { dyingAfter, type TestTenant, watched } from "./test-tenant.ts";
import { canonical, type Person, type World } from "./world.ts";
import { anyWorld } from "./worlds.ts";

type Options = {
  /** A fresh tenant for each case, with chances of its own. */
  readonly open: (seed: string) => Promise<TestTenant>;
  readonly runs: number;
  readonly worlds?: fc.Arbitrary<World>;
  /** What of a world counts, where a tenant knows more than a model says. */
  readonly counts?: (world: World) => World;
  /** How often what is not done is asked for again: for tenants that show changes late. */
  readonly repeats?: number;
};

type Compared = {
  /** The operations that were used, over all cases. */
  readonly operations: ReadonlySet<string>;
  /** The parameters that were given, with those inside of others: `Attributes.city`. */
  readonly keys: ReadonlySet<string>;
  /** Of one call. */
  readonly requestsMost: number;
};

type Who = { readonly nth: number; readonly by: "UserId" | "UserPrincipalName" };

const anyWho: fc.Arbitrary<Who> = fc.record({
  nth: fc.nat(4),
  by: fc.constantFrom("UserId" as const, "UserPrincipalName" as const),
});

/** Whom the function is about is not in all of their parameters. */
const NAMES_NOBODY = new Set([...MAKERS, "Send-AdminAlert"]);
const UNKNOWN_ID = "00000000-0000-4000-8000-00000000dead";

export async function compareWithModel(
  name: string,
  { open, runs, worlds = anyWorld, counts = (world) => world, repeats = 0 }: Options,
): Promise<Compared> {
  const operations = new Set<string>();
  const keys = new Set<string>();
  let requestsMost = 0;
  const requests = (count: number) => {
    requestsMost = Math.max(requestsMost, count);
  };
  const ask = ASKS[name] ?? fc.constant({});
  await fc.assert(
    fc.asyncProperty(worlds, anyWho, ask, fc.integer({ min: 1, max: 2 }), async (...drawn) => {
      const [world, who, rest, dies] = drawn;
      const patience = { repeats, requests };
      const test = { name, world, who, rest, open, operations, keys, patience, seen: told(counts) };
      await compareCalls(test);
      await compareAfterDeath(test, dies);
    }),
    { numRuns: runs, seed: 20_26, endOnFailure: true },
  );
  return { operations, keys, requestsMost };
}

type Case = {
  readonly name: string;
  readonly world: World;
  readonly who: Who;
  readonly rest: JsonObject;
  readonly open: (seed: string) => Promise<TestTenant>;
  readonly patience: Patience;
  readonly operations: Set<string>;
  readonly keys: Set<string>;
  readonly seen: (world: World) => World;
};

export const told =
  (counts: (world: World) => World) =>
  (world: World): World =>
    canonical(counts(world));

async function compareCalls(test: Case): Promise<void> {
  const { name, world, open, operations, keys, patience, seen: of } = test;
  const { asked, outcome, params, tenant } = await prepared(test, await open("calls"));
  for (const key of keysOf(params)) keys.add(key);
  try {
    const first = await call(tenant, patience, watched(tenant.tenant, operations), name, params);
    expect(answerKind(first)).toBe(outcome.answer);
    if (outcome.tells !== undefined) {
      expect(toldBy(first, "Differences")).toEqual(outcome.tells);
      expect(toldBy(first, "Reference")).toEqual(params["Reference"] || undefined);
    }
    const seen = of(await tenant.read());
    expect(seen).toEqual(of(after(asked, outcome)));
    if (name === "Send-AdminAlert") return;
    const second = await call(tenant, patience, tenant.tenant, name, params);
    expect(repeatOf(outcome, patience)).toContain(answerKind(second));
    // Where time passes, how far something is changes by itself.
    if (outcome.again === undefined && patience.repeats === 0) expect(second).toEqual(first);
    expect(of(await tenant.read())).toEqual(seen);
    expect(world.groups).toEqual(asked.world.groups);
  } finally {
    await tenant.stop();
  }
}

const keysOf = (params: object): readonly string[] =>
  Object.entries(params).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? [name, ...keysOf(value).map((inner) => `${name}.${inner}`)]
      : [name],
  );

async function compareAfterDeath(test: Case, dies: number): Promise<void> {
  const { name, open, patience, seen } = test;
  if (name === "Send-AdminAlert") return;
  const { asked, outcome, params, tenant } = await prepared(test, await open("death"));
  try {
    const died = call(tenant, patience, dyingAfter(tenant.tenant, dies), name, params);
    const end = await died.then(answerKind, () => "died");
    expect(["died", outcome.answer]).toContain(end);
    const again = await call(tenant, patience, tenant.tenant, name, params);
    expect(repeatOf(outcome, patience)).toContain(answerKind(again));
    expect(seen(await tenant.read())).toEqual(seen(after(asked, outcome)));
  } finally {
    await tenant.stop();
  }
}

async function prepared({ name, world, who, rest }: Case, tenant: TestTenant) {
  const ids = await tenant.seed(world);
  const namesNobody = NAMES_NOBODY.has(name) || rest["ExpectEmpty"] === true;
  const person = namesNobody ? null : (world.people[who.nth] ?? null);
  const params = namesNobody ? rest : { ...rest, [who.by]: keyOf(name, person, who, ids) };
  const asked: Asked = { world, person, params };
  const outcome: Outcome = MODEL[name]?.(asked) ?? { answer: "failed" };
  return { asked, outcome, params, tenant };
}

/** Nobody has this name; but these functions look who had it. */
const RENAMES = new Set(["Set-EntraUserUPN", "Convert-EntraB2BToInternal"]);

function keyOf(
  name: string,
  person: Person | null,
  { by }: Who,
  ids: ReadonlyMap<string, string>,
): string {
  if (by === "UserId") return ids.get(person?.tag ?? "") ?? UNKNOWN_ID;
  // Letter case means nothing in names.
  if (person !== null) return String(person.upn).toUpperCase();
  return RENAMES.has(name) ? formerName("p1") : "nobody@contoso.test";
}

/** A tenant that shows changes late may show the old name a while longer. */
function repeatOf({ answer, again }: Outcome, { repeats }: Patience): readonly Outcome["answer"][] {
  if (again === undefined) return [answer];
  return repeats === 0 ? [again] : [again, answer];
}
