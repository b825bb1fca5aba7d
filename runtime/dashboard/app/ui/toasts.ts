/** Short words about what just happened, said once to everybody, screen readers included. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Problem } from "../api/request.ts";
import { html } from "./html.ts";
import { Icon } from "./icons.ts";

type Toast = { readonly id: number; readonly text: string; readonly isBad: boolean };

const toasts = signal<readonly Toast[]>([]);
const SHOWN_MS = 8_000;
let ids = 0;

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

export function say(text: string): void {
  ids += 1;
  const id = ids;
  toasts.value = [...toasts.value.slice(-2), { id, text, isBad: false }];
  setTimeout(() => remove(id), SHOWN_MS);
}

/** A refusal stays until it is put away. */
export function sayProblem({ title, detail }: Problem): void {
  ids += 1;
  const text = `${title}. ${detail}`;
  toasts.value = [...toasts.value.slice(-2), { id: ids, text, isBad: true }];
}

export function Toasts(): VNode {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.value.map(
      ({ id, text, isBad }) => html`<div key=${id} class="toast ${isBad ? "bad" : ""}">
        <${Icon} name=${isBad ? "failed" : "done"} />
        <span>${text}</span>
        <button class="button little plain" onClick=${() => remove(id)} aria-label="Put away">
          <${Icon} name="failed" size=${12} />
        </button>
      </div>`,
    )}
  </div>`;
}
