/** Every switch of the production estate with all its code, flipped one by one: a rule refuses it,
 *  or the list of accepted flips says why not. Prints what was flipped, refused and accepted. */
import { beforeAll, expect, test } from "@jest/globals";
import type { PolicyResource } from "@pulumi/policy";
import { ACCEPTED, type Accepted } from "../fixtures/policies/accepted-flips.ts";
import { type EstatePlan, PLAN_MS_MAX, planEstate, WHOLE } from "./estate-plan.ts";
import { allFlips, type Flip } from "./flips.ts";
import { graphOf, judgeGraph, type Verdict } from "./whole-pack.ts";

let plan: EstatePlan;
let graph: PolicyResource[];
let known: ReadonlySet<string>;

const keyOf = ({ rule, urn, outcome }: Verdict): string => `${rule} ${urn} ${outcome}`;
const violated = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts
    .filter((one) => one.outcome === "violation" && !known.has(keyOf(one)))
    .map(({ rule }) => rule);

beforeAll(async () => {
  plan = await planEstate("prod", WHOLE);
  graph = graphOf(plan.resources);
  known = new Set((await judgeGraph(graph, { settings: plan.settings })).map(keyOf));
}, PLAN_MS_MAX);

const shortType = (type: string): string => type.replace(/^azure-native:/, "");

function acceptedBy({ resource, path }: Flip): Accepted | undefined {
  const type = shortType(resource.type);
  return ACCEPTED.find((one) => {
    const fits = one.type.endsWith("*")
      ? type.startsWith(one.type.slice(0, -1))
      : type === one.type;
    return fits && one.path.test(path);
  });
}

/** The rules that refuse it. The graph is one; the resource is put back after the look. */
async function refusals({ resource, flipped }: Flip): Promise<readonly string[]> {
  const own = graph.find(({ urn }) => urn === resource.urn);
  const [other] = graphOf([flipped]);
  if (own === undefined || other === undefined) throw new Error(`${resource.urn} is not planned`);
  const { props, opts } = own;
  Object.assign(own, { props: other.props, opts: other.opts });
  try {
    const only = new Set([own.urn]);
    return violated(await judgeGraph(graph, { settings: plan.settings, only }));
  } finally {
    Object.assign(own, { props, opts });
  }
}

const described = ({ resource, path, from, to }: Flip): string =>
  `${shortType(resource.type)} ${path}: ${JSON.stringify(from)} to ${JSON.stringify(to)}`;

test("the production estate as it is breaks no rule", () => {
  expect([...known].filter((key) => key.endsWith("violation"))).toEqual([]);
});

test(
  "every switch of the production estate that is flipped is refused, or accepted with a reason",
  async () => {
    const flips = allFlips(plan.resources);
    const rules = new Set<string>();
    const open: string[] = [];
    const reasons = new Map<string, number>();
    for (const flip of flips) {
      const by = await refusals(flip);
      for (const rule of by) rules.add(rule);
      if (by.length > 0) continue;
      const accepted = acceptedBy(flip);
      if (accepted === undefined) open.push(described(flip));
      else reasons.set(accepted.reason, (reasons.get(accepted.reason) ?? 0) + 1);
    }
    const accepted = [...reasons.values()].reduce((sum, count) => sum + count, 0);
    const refused = flips.length - accepted - open.length;
    const lines = [...reasons].map(([reason, count]) => `  ${count}: ${reason}\n`);
    process.stderr.write(
      `${flips.length} flipped, ${refused} refused by ${rules.size} rules, ` +
        `${accepted} accepted:\n${lines.join("")}`,
    );
    expect(open).toEqual([]);
    expect(refused).toBeGreaterThan(accepted);
  },
  PLAN_MS_MAX * 4,
);
