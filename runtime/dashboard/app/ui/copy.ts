/** Text to take along: a command as the CLI takes it, or an error's words. */
import type { VNode } from "preact";
import { html } from "./html.ts";
import { Icon } from "./icons.ts";
import { say } from "./toasts.ts";

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser did not allow copying; select the text instead.");
  }
}

export function CopyButton({ text, what }: { text: string; what: string }): VNode {
  return html`<button type="button" class="button little" onClick=${() => void copy(text)}>
    <${Icon} name="copy" size=${13} />Copy<span class="unseen"> ${what}</span>
  </button>`;
}

/** The same as a command line. */
export function Command({ text }: { text: string }): VNode {
  return html`<div class="command">
    <code>${text}</code><${CopyButton} text=${text} what="as CLI" />
  </div>`;
}
