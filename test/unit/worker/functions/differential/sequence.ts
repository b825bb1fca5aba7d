/** Two functions on one person, the second before the tenant shows what the first has done: in the
 *  end, when everything is shown, the world is the one that both models make of it. */
import { expect } from "@jest/globals";
import fc from "fast-check";
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import type { FunctionResult } from "../../../../../runtime/worker/function.ts";
import { ASKS } from "./asks.ts";
import { answerKind, call } from "./calling.ts";
import { told } from "./compare.ts";
import { type Asked, after, MODEL, type Outcome } from "./model.ts";
import { MAKERS } from "./names.ts";
import type { TestTenant } from "./test-tenant.ts";
import type { Person, World } from "./world.ts";

type Options = {
  /** A fresh tenant that shows changes late, by chances of its own. */
  readonly open: (seed: string) => Promise<TestTenant>;
  readonly runs: number;
  readonly worlds: fc.Arbitrary<World>;
  readonly counts: (world: World) => World;
};

type Ask = { readonly name: string; readonly rest: JsonObject };
type By = "UserId" | "UserPrincipalName";

const GAPS_MS = [0, 400, 2_000] as const;
const REPEATS = 3;
/** Everything is shown by then. */
const SHOWN_MS = 20 * 60_000;

const askOf = (names: readonly string[]): fc.Arbitrary<Ask> =>
  fc
    .constantFrom(...names)
    .chain((name) => (ASKS[name] ?? fc.constant({})).map((rest) => ({ name, rest })));

const anyBy = fc.constantFrom<By[]>("UserId", "UserPrincipalName");

export async function compareInSequence(
  first: string,
  seconds: readonly string[],
  { open, runs, worlds, counts }: Options,
): Promise<void> {
  const drawn = fc.record({
    world: worlds,
    nth: fc.nat(),
    by: fc.tuple(anyBy, anyBy),
    asks: fc.tuple(askOf([first]), askOf(seconds)),
    sameName: fc.boolean(),
    gapMs: fc.constantFrom(...GAPS_MS),
    seed: fc.nat().map(String),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async (one) => {
      const tenant = await open(one.seed);
      try {
        await compare(tenant, one, told(counts));
      } finally {
        await tenant.stop();
      }
    }),
    { numRuns: runs, seed: 20_26, endOnFailure: true },
  );
}

type Case = {
  readonly world: World;
  readonly nth: number;
  readonly by: readonly [By, By];
  readonly asks: readonly [Ask, Ask];
  readonly sameName: boolean;
  readonly gapMs: number;
};

/** Somebody and how to name them: also who is no longer there. */
type Subject = {
  readonly person: Person | null;
  readonly keys: Readonly<Record<By, string>>;
};

async function compare(
  tenant: TestTenant,
  { world, nth, by, asks, sameName, gapMs }: Case,
  seen: (world: World) => World,
): Promise<void> {
  const ids = await tenant.seed(world);
  const chosen = world.people[nth % world.people.length] as Person;
  const keys = { UserId: ids.get(chosen.tag ?? "") ?? "", UserPrincipalName: chosen.upn ?? "" };
  const [first, second] = asks;
  const one = await step(tenant, world, { person: chosen, keys }, first, by[0]);
  tenant.lapse(gapMs);
  const subject = subjectAfter(one, chosen, keys, ids);
  const rest = { ...second.rest, UserPrincipalName: subject.keys.UserPrincipalName };
  const asked = MAKERS.has(second.name) && sameName ? { ...second, rest } : second;
  if (!isKnownAfter(subject, asked)) return;
  const two = await step(tenant, one.world, subject, asked, by[1]);
  tenant.lapse(SHOWN_MS);
  expect(seen(await tenant.read())).toEqual(seen(two.world));
}

type Done = {
  readonly world: World;
  readonly asked: Asked;
  readonly outcome: Outcome;
  readonly result: FunctionResult;
};

async function step(
  tenant: TestTenant,
  world: World,
  { person, keys }: Subject,
  { name, rest }: Ask,
  by: By,
): Promise<Done> {
  const params = MAKERS.has(name) ? rest : { ...rest, [by]: keys[by] };
  const asked: Asked = { world, person: MAKERS.has(name) ? null : person, params };
  const outcome = MODEL[name]?.(asked) ?? { answer: "failed" };
  const patience = { repeats: REPEATS, requests: () => {} };
  const result = await call(tenant, patience, tenant.tenant, name, params);
  // A tenant may take a change to somebody it has just removed: nothing is left of it.
  if (person !== null || SURE_OF_NOBODY.has(name)) {
    expect([name, answerKind(result)]).toEqual([name, outcome.answer]);
  }
  return { world: after(asked, outcome), asked, outcome, result };
}

const SURE_OF_NOBODY = new Set([...MAKERS, "Remove-EntraUser", "Set-EntraUserAttribute"]);

function subjectAfter(
  { world, asked, outcome, result }: Done,
  chosen: Person,
  keys: Subject["keys"],
  ids: ReadonlyMap<string, string>,
): Subject {
  if (asked.person !== null) {
    const person = world.people.find(({ tag }) => tag === chosen.tag) ?? null;
    return { person, keys: { ...keys, UserPrincipalName: person?.upn ?? keys.UserPrincipalName } };
  }
  const name = String(asked.params["UserPrincipalName"]);
  const person =
    outcome.arrives ??
    world.people.find(({ upn }) => upn?.toLowerCase() === name.toLowerCase()) ??
    null;
  const made = result.ok && result.value.kind === "done" ? Object(result.value.value) : {};
  const UserId = String(made.UserId ?? ids.get(person?.tag ?? ""));
  return { person, keys: { UserId, UserPrincipalName: name } };
}

/** Models do not say whom a directory lets be invited. */
const isKnownAfter = ({ person }: Subject, { name }: Ask): boolean =>
  person !== null || name !== "New-EntraB2BInvitation";
