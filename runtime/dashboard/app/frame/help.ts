/** The list of keys. */
import type { VNode } from "preact";
import { Dialog } from "../ui/dialog.ts";
import { html } from "../ui/html.ts";
import { isHelpOpen, PLACES } from "./keyboard.ts";

const KEYS: readonly (readonly [keys: readonly string[], word: string])[] = [
  [["/"], "Search"],
  [["j"], "Next row"],
  [["k"], "Row before"],
  [["Enter"], "Open the row"],
  [["p"], "Pause or go on with live updates"],
  [["d"], "Light, dark, or as the system"],
  [["Esc"], "Close, or leave a field"],
  [["?"], "This list"],
];

const places = Object.entries(PLACES).map(([key, [, word]]) => [["g", key], word] as const);

export function Help(): VNode | null {
  if (!isHelpOpen.value) return null;
  const close = (): void => {
    isHelpOpen.value = false;
  };
  return html`<${Dialog} title="Keys" onClose=${close}>
    <dl class="facts">
      ${[...KEYS, ...places].map(
        ([keys, word]) => html`<dt key=${word}>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${word}</dd>`,
      )}
    </dl>
    <div class="buttons"><button class="button" onClick=${close}>Close</button></div>
  <//>`;
}
