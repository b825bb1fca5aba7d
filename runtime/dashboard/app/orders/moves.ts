/** What would move something that stands still, as the server says it: each a button where it is
 *  an order, a sentence where only waiting helps. The addresses are checked against the contract
 *  when types are. */
import type { VNode } from "preact";
import type { ROUTES } from "../../../contract/http/routes.ts";
import type { Move } from "../../../contract/http/why.ts";
import { html } from "../ui/html.ts";
import type { IconName } from "../ui/icons.ts";
import type { Order } from "./order.ts";
import { OrderButton } from "./order-button.ts";

type Routes = typeof ROUTES;

type Known = {
  readonly [Name in keyof Routes]?: readonly [
    method: Exclude<Routes[Name]["method"], "GET">,
    path: Routes[Name]["path"],
    word: string,
    icon: IconName,
  ];
};

const KNOWN: Known = {
  advanceBatch: ["POST", "/api/batches/{id}/advance", "Start next phase", "arrow"],
  pauseBatch: ["POST", "/api/batches/{id}/pause", "Pause", "paused"],
  resumeBatch: ["POST", "/api/batches/{id}/resume", "Resume", "running"],
  retryFailed: ["POST", "/api/batches/{id}/retry-failed", "Retry failed", "polling"],
  retryInit: ["POST", "/api/batches/{id}/retry-init", "Retry init", "polling"],
  retryMember: ["POST", "/api/batches/{id}/members/{memberId}/retry", "Retry member", "polling"],
  removeMember: ["DELETE", "/api/batches/{id}/members/{memberId}", "Remove member", "failed"],
  retryStep: ["POST", "/api/batches/{id}/steps/{stepId}/retry", "Retry step", "polling"],
  skipStep: ["POST", "/api/batches/{id}/steps/{stepId}/skip", "Skip step", "skipped"],
  failStep: ["POST", "/api/batches/{id}/steps/{stepId}/fail", "Accept as failed", "failed"],
  approveRemovals: ["POST", "/api/batches/{id}/approve-removals", "Approve removals", "done"],
  setBudget: ["PUT", "/api/batches/{id}/budget", "Set failure budget", "attention"],
  dismissAttention: ["POST", "/api/batches/{id}/attention/dismiss", "Dismiss", "done"],
  cancelBatch: ["POST", "/api/batches/{id}/cancel", "Cancel batch", "failed"],
  setLimit: ["PUT", "/api/limits/{key}", "Set limit", "throttled"],
};

const REASONED: readonly string[] = ["skipStep", "failStep"];

function orderOf(move: Move, batchId: number): Order | null {
  const known = KNOWN[(move.route ?? "") as keyof Known];
  if (known === undefined) return null;
  const [method, path, word, icon] = known;
  const params: Readonly<Record<string, string | number>> = { id: batchId, ...move.params };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return {
    word,
    icon,
    consequence: move.sentence,
    cli: null,
    roles: move.roles,
    method,
    path: filled,
    ...(move.body === null ? {} : { body: move.body }),
    ...(REASONED.includes(move.route ?? "") ? { asksReason: true } : {}),
    ...(move.route === "cancelBatch" ? { typed: `cancel ${batchId}` } : {}),
  };
}

export function Moves({
  moves,
  batchId,
}: {
  moves: readonly Move[];
  batchId: number;
}): VNode | null {
  if (moves.length === 0) return null;
  return html`<ul class="list moves" aria-label="What would move it">
    ${moves.map((move) => {
      const order = orderOf(move, batchId);
      return html`<li key=${move.sentence} class="spread">
        <span>${move.sentence}</span>
        ${order !== null && html`<${OrderButton} order=${order} isLittle=${true} />`}
      </li>`;
    })}
  </ul>`;
}
