/** Why something is not moving, what is behind that, what would move it, and when it may end. */
import type { VNode } from "preact";
import type { Eta, Why } from "../../../contract/http/why.ts";
import { useResource } from "../api/resource.ts";
import { Moves } from "../orders/moves.ts";
import { html } from "./html.ts";
import { Icon } from "./icons.ts";
import { Ago, absolute } from "./times.ts";

function EtaText({ eta }: { eta: Eta }): VNode {
  const { earliest, latest, basis } = eta;
  const text =
    latest === null
      ? "Nobody can say when it ends"
      : earliest === null || earliest === latest
        ? `Ends by ${absolute(latest)}`
        : `Ends between ${absolute(earliest)} and ${absolute(latest)}`;
  return html`<p class="small"><b>${text}.</b> <span class="quiet">${basis}</span></p>`;
}

function Chain({ why }: { why: Why }): VNode | null {
  if (why.chain.length === 0) return null;
  const last = why.chain.length - 1;
  return html`<ol class="chain small" aria-label="What is behind it">
    ${why.chain.map(
      ({ sentence, subject, until }, at) => html`<li key=${at}>
        <span class="quiet">${subject.kind} ${subject.name}:</span> ${sentence}
        ${
          at === last &&
          until !== null &&
          html` <span class="quiet">Looked at again <${Ago}
          at=${until} />.</span>`
        }
      </li>`,
    )}
  </ol>`;
}

function Told({ why }: { why: Why }): VNode | null {
  const { current, eta } = why;
  if (current === null) return null;
  return html`<section class="card flat why" aria-label="Why it is where it is">
    <div class="line"><${Icon} name="waiting" />
      <b>${current.sentence}</b><span class="tag">${current.kind}</span>
      ${
        why.chain.length === 0 &&
        current.until !== null &&
        html`<span class="quiet small">looked at again <${Ago}
        at=${current.until} /></span>`
      }
    </div>
    <${Chain} why=${why} />
    ${eta !== null && html`<${EtaText} eta=${eta} />`}
    <${Moves} moves=${why.moves} batchId=${why.batchId} />
  </section>`;
}

/** Nothing is shown for what has ended. */
export function WhyCard({ path }: { path: string }): VNode | null {
  const why = useResource<Why>(path);
  return why.state === "ready" ? html`<${Told} why=${why.value} />` : null;
}
