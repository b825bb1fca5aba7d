/** The offline preview of a copy, in the words in which the CLI's can be compared with it. */
import { judge } from "../../../infra/preview/policy.ts";
import { runProgram } from "../../../infra/preview/program.ts";
import type { Stack } from "../../../infra/preview/stack-config.ts";
import type { Result } from "../../../runtime/contract/result.ts";
import { type Done, isOurs, type Judgement } from "./done.ts";

function must<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

export type Compared = {
  readonly resources: readonly string[];
  /** `mandatory service-bus-tls on urn:…`, sorted. */
  readonly findings: readonly string[];
  /** Where a rule could not decide, `image-pinned on urn:…`, sorted. */
  readonly undecided: readonly string[];
};

/** A finding about the stack as a whole names nothing, or the stack. */
const about = (urn: string): string =>
  urn === "" || urn.includes("::pulumi:pulumi:Stack::") ? "the stack" : urn;

/** What was put right before it was judged is no finding; the CLI shows it as a change. */
const LEVELS = new Map([
  ["violation", "mandatory"],
  ["advice", "advisory"],
]);

const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].toSorted();

export async function planOffline(stack: Stack): Promise<Compared> {
  const { resources } = must(await runProgram(stack));
  const { findings } = must(await judge(stack, resources));
  return {
    resources: sorted(resources.filter(isOurs).map(({ urn }) => urn)),
    findings: sorted(
      findings.flatMap(({ outcome, policy, urn }) => {
        const level = LEVELS.get(outcome);
        return level === undefined ? [] : [`${level} ${policy} on ${about(urn)}`];
      }),
    ),
    undecided: sorted(
      findings
        .filter(({ outcome }) => outcome === "undecided")
        .map(({ policy, urn }) => `${policy} on ${about(urn)}`),
    ),
  };
}

/** The SDK puts these words in place of a verdict that hangs on an unknown value. */
const UNDECIDED = /can't run (?:policy|remediation) .* during preview:/s;

const isUndecided = ({ message }: Judgement): boolean => UNDECIDED.test(message);

export const plannedByCli = ({ steps, judgements }: Done): Compared => ({
  resources: sorted(steps.filter(isOurs).map(({ urn }) => urn)),
  findings: sorted(
    judgements
      .filter((one) => one.level !== "remediate" && !isUndecided(one))
      .map(({ level, policy, urn }) => `${level} ${policy} on ${about(urn)}`),
  ),
  undecided: sorted(
    judgements.filter(isUndecided).map(({ policy, urn }) => `${policy} on ${about(urn)}`),
  ),
});
