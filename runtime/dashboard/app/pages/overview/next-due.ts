/** Phases that become due next. */
import type { VNode } from "preact";
import type { Overview } from "../../../../contract/http/overview.ts";
import { counted } from "../../format/words.ts";
import { batchPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Ago } from "../../ui/times.ts";

const SHOWN = 8;

export function NextDue({ overview }: { overview: Overview }): VNode {
  const { nextDue } = overview;
  return html`<section class="card" aria-labelledby="due">
    <h2 id="due">Due next</h2>
    ${
      nextDue.length === 0
        ? html`<p class="quiet">No phase is planned.</p>`
        : html`<ul class="list">
          ${nextDue.slice(0, SHOWN).map(
            ({ phaseId, phaseName, batchId, runbookName, dueAt, members }) => html`
              <li key=${phaseId} class="spread" data-row tabindex="-1">
                <span class="tight"><a href=${batchPath(batchId)}>${phaseName}</a>
                  <span class="quiet small">
                    ${runbookName} #${batchId}, ${counted(members, "member")}</span>
                </span>
                <span class="num"><${Ago} at=${dueAt} /></span>
              </li>`,
          )}
        </ul>`
    }
    ${
      nextDue.length > SHOWN &&
      html`<p
      class="quiet small">and ${nextDue.length - SHOWN} more</p>`
    }
  </section>`;
}
