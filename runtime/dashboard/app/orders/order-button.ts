/** A button for an order, and the question before it is given. Who may not give it sees the button
 *  and why. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { send } from "../api/request.ts";
import { askAgain } from "../api/resource.ts";
import { mayAny } from "../frame/session.ts";
import { Command } from "../ui/copy.ts";
import { Dialog } from "../ui/dialog.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { say, sayProblem } from "../ui/toasts.ts";
import type { Order } from "./order.ts";

function refusalOf({ roles, refusal }: Order): string | null {
  if (!mayAny(roles)) return `Needs the role ${roles.join(" or ")}`;
  return refusal ?? null;
}

async function give(order: Order, reason: string): Promise<boolean> {
  const { path, method, ifMatch = null } = order;
  const body = order.asksReason ? { ...order.body, reason } : order.body;
  const answer = await send<unknown>(path, {
    method,
    ifMatch,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.ok) say(`${order.word}: done.`);
  else sayProblem(answer.problem);
  askAgain();
  return answer.ok;
}

function OrderDialog({ order, onClose }: { order: Order; onClose: () => void }): VNode {
  const [typed, type] = useState("");
  const [reason, setReason] = useState("");
  const [isSent, setSent] = useState(false);
  const isTyped = order.typed === undefined || typed === order.typed;
  const isReady = isTyped && !(order.asksReason && reason.trim() === "") && !isSent;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (!isReady) return;
    setSent(true);
    void give(order, reason.trim()).then((isGiven) => {
      if (isGiven) onClose();
      else setSent(false);
    });
  };
  return html`<${Dialog} title=${`${order.word}?`} onClose=${onClose}>
    <form onSubmit=${onSubmit} class="bare">
      <p>${order.consequence}</p>
      ${
        order.asksReason &&
        html`<label>Why (kept in the log)
        <input value=${reason} required maxlength="500"
          onInput=${(event: Event) => setReason((event.target as HTMLInputElement).value)} />
      </label>`
      }
      ${
        order.typed !== undefined &&
        html`<label><span>Type <b>${order.typed}</b> to confirm</span>
        <input value=${typed} autocomplete="off" spellcheck=${false}
          onInput=${(event: Event) => type((event.target as HTMLInputElement).value)} />
      </label>`
      }
      ${
        order.cli !== null &&
        html`<div class="tight"><span class="quiet small">The same as CLI</span>
        <${Command} text=${order.cli} /></div>`
      }
      <div class="buttons">
        <button type="button" class="button" onClick=${onClose}>Leave it</button>
        <button type="submit" class="button ${order.typed === undefined ? "main" : "worst"}"
          disabled=${!isReady}><${Icon} name=${order.icon} size=${14} />${order.word}</button>
      </div>
    </form>
  <//>`;
}

export function OrderButton(props: { order: Order; isMain?: boolean; isLittle?: boolean }): VNode {
  const { order, isMain = false, isLittle = false } = props;
  const [isOpen, setOpen] = useState(false);
  const refusal = refusalOf(order);
  const tone = order.typed === undefined ? (isMain ? "main" : "") : "worst";
  return html`<span>
    <button class="button ${isLittle ? "little" : ""} ${refusal === null ? tone : ""}"
      aria-disabled=${refusal === null ? undefined : "true"} title=${refusal ?? undefined}
      onClick=${() => refusal === null && setOpen(true)}>
      <${Icon} name=${order.icon} size=${14} />${order.word}
      ${refusal !== null && html`<span class="unseen">: ${refusal}</span>`}
    </button>
    ${isOpen && html`<${OrderDialog} order=${order} onClose=${() => setOpen(false)} />`}
  </span>`;
}
