/** The one reason of anything in a batch, and the chain of reasons behind it, down to the one that
 *  is behind nothing: that is what to do something about. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { phaseOf } from "./look.ts";
import type { Reason, Subject } from "./reason.ts";
import { whyBatch } from "./why-batch.ts";
import { whyMember } from "./why-member.ts";
import { whyPhase } from "./why-phase.ts";
import { whyStep } from "./why-step.ts";

export type About =
  | { readonly kind: "batch" }
  | { readonly kind: "phase"; readonly id: PhaseExecutionId }
  | { readonly kind: "member"; readonly id: MemberId }
  | { readonly kind: "step"; readonly id: StepExecutionId };

export type Explanation = {
  readonly reason: Reason;
  /** What is behind it, and behind that; empty when it is the root itself. */
  readonly chain: readonly Reason[];
};

/** Longer than any chain there is: batch, phase, member, step, step before, another's member … */
const CHAIN_MAX = 24;

/** Null when the batch has no such thing, or it is not among the facts. */
export function explain(facts: Facts, about: About): Explanation | null {
  const reason = reasonIn(facts, about);
  if (reason === null) return null;
  const chain: Reason[] = [];
  const seen = new Set([keyOf(reason.subject)]);
  let last = reason;
  while (last.behind !== null && chain.length < CHAIN_MAX) {
    const next = reasonFor(facts, last.behind);
    if (next === null || seen.has(keyOf(next.subject))) break;
    seen.add(keyOf(next.subject));
    chain.push(next);
    last = next;
  }
  return { reason, chain };
}

/** The last of the chain: what to do something about. */
export const rootOf = ({ reason, chain }: Explanation): Reason => chain.at(-1) ?? reason;

const keyOf = (subject: Subject): string =>
  subject.kind === "runbook"
    ? `runbook ${subject.name}`
    : `${subject.kind} ${subject.batchId} ${"id" in subject ? subject.id : 0}`;

/** A subject of another batch is explained by the facts about that one. */
function reasonFor(facts: Facts, subject: Subject): Reason | null {
  if (subject.kind === "runbook") return null;
  const own = subject.batchId === facts.batch.id ? facts : facts.elsewhere.get(subject.batchId);
  return own === undefined ? null : reasonIn(own, subject);
}

function reasonIn(facts: Facts, about: About): Reason | null {
  switch (about.kind) {
    case "batch":
      return whyBatch(facts);
    case "phase": {
      const phase = phaseOf(facts, about.id);
      return phase === undefined ? null : whyPhase(facts, phase);
    }
    case "member":
      return facts.members.has(about.id) ? whyMember(facts, about.id) : null;
    case "step": {
      const row = stepIn(facts, about.id);
      return row === undefined ? null : whyStep(facts, row);
    }
  }
}

function stepIn({ steps }: Facts, id: StepExecutionId): SeenStep | undefined {
  for (const rows of steps.values()) {
    const row = rows.find((each) => each.id === id);
    if (row !== undefined) return row;
  }
  return undefined;
}
