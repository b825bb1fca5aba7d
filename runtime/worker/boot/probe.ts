/** What this worker may do in its tenant, found out by asking something harmless of each family.
 *  A family that the tenant refuses is a capability this worker does not have: its functions are
 *  answered as disabled, the others run. One that refuses all of them does not know this worker,
 *  and one that does not answer says nothing about rights: neither lets a worker start. */
import { BatchId, StepExecutionId } from "../../contract/ids.ts";
import { formatJobId } from "../../contract/job-id.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { TenantFailure } from "../../tenant/failure.ts";
import type { Tenant, TenantSession } from "../../tenant/tenant.ts";
import type { BootProblem } from "./phases.ts";

export type Probed = {
  readonly capabilities: readonly string[];
  /** A sentence for each that is off. */
  readonly disabled: readonly string[];
};

/** A name that nobody has; that it is not found is the good answer. */
const NOBODY = "drover-probe";

type Family = { readonly name: string; readonly ask: (session: TenantSession) => Answered };
type Answered = Promise<Result<unknown, TenantFailure>>;

const FAMILIES: readonly Family[] = [
  { name: "entra", ask: ({ directory }) => directory.findGroup(NOBODY) },
  { name: "exchange", ask: ({ exchange }) => exchange.findRecipient(NOBODY) },
];

/** `given`: capabilities that need no asking, such as alerts through a registered webhook. */
export async function probe(
  tenant: Tenant,
  given: readonly string[],
  signal: AbortSignal,
): Promise<Result<Probed, BootProblem>> {
  const session = tenant.session({ ...PROBE, signal });
  const capabilities = [...given];
  const disabled: string[] = [];
  for (const { name, ask } of FAMILIES) {
    const answer = await ask(session);
    if (answer.ok || answer.error.kind === "not-found") capabilities.push(name);
    else if (answer.error.kind === "refused") disabled.push(off(name, answer.error.message));
    else return fail(unanswered(name, answer.error));
  }
  return disabled.length < FAMILIES.length
    ? ok({ capabilities, disabled })
    : fail(unknownThere(disabled));
}

/** No batch is numbered like this one's first; its budget is the first batch's for two calls. */
const PROBE = {
  batchId: BatchId.parse(1),
  jobId: formatJobId({
    kind: "init",
    stepExecutionId: StepExecutionId.parse(1),
    attempt: 1,
    poll: 0,
  }),
};

const off = (name: string, why: string): string =>
  `The capability "${name}" is off, because the tenant refused it: ${why}`;

const unknownThere = (disabled: readonly string[]): BootProblem => ({
  what: "The tenant refuses everything this worker asked.",
  why: disabled.join(" "),
  next: "Look whether its application proves itself rightly and has an administrator's consent.",
});

const startingLarge = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const unanswered = (name: string, { kind, message }: TenantFailure): BootProblem => ({
  what: `The tenant did not answer for "${name}".`,
  why: kind === "throttled" ? `It asks to wait: ${message}` : startingLarge(message),
  next: "It is asked again until it answers, and no jobs are taken before. Look whether it is up.",
});
