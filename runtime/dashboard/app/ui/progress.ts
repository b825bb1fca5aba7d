/** How far many are: done, failed and under way as parts of one bar, and in words. */
import type { VNode } from "preact";
import { numberText } from "../format/words.ts";
import { html } from "./html.ts";

export type Parts = {
  readonly total: number;
  readonly done: number;
  readonly broken: number;
  readonly moving?: number;
};

const width = (part: number, total: number) => ({
  width: `${total === 0 ? 0 : (100 * part) / total}%`,
});

export function Progress({ total, done, broken, moving = 0 }: Parts): VNode {
  const failed = broken > 0 ? `, ${numberText(broken)} failed` : "";
  const text = `${numberText(done)} of ${numberText(total)} done${failed}`;
  return html`<div class="tight">
    <div class="progress" role="img" aria-label=${text}>
      <span class="done" style=${width(done, total)}></span>
      <span class="broken" style=${width(broken, total)}></span>
      <span class="moving" style=${width(moving, total)}></span>
    </div>
    <span class="quiet small num" aria-hidden="true">${text}</span>
  </div>`;
}
