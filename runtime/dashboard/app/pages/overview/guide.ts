/** The first minutes of a visitor: one click starts a move of made-up people, and the next steps
 *  lead through watching, breaking and mending it. Only where everything is simulated. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { BatchPage } from "../../../../contract/http/batches.ts";
import { send } from "../../api/request.ts";
import { askAgain, useResource } from "../../api/resource.ts";
import { batchPath } from "../../frame/route.ts";
import { mayAny, openSession } from "../../frame/session.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { say, sayProblem } from "../../ui/toasts.ts";

const PEOPLE = 24;
const RUNBOOK = "company-move";

async function begin(speed: number): Promise<boolean> {
  const begun = await send("/local/demo", { method: "POST", body: { people: PEOPLE, speed } });
  if (!begun.ok) sayProblem(begun.problem);
  else say("Contoso's people begin to move. Their first phase is due at once.");
  await openSession();
  askAgain();
  return begun.ok;
}

const HURRY = " Time hurries while nobody works, so five days take some minutes.";
const FAST = 2_000;

function Start(): VNode {
  const [isSent, setSent] = useState(false);
  const start = (speed: number) => () => {
    setSent(true);
    void begin(speed).then((isBegun) => setSent(isBegun));
  };
  const isBarred = isSent || !mayAny(["Admin"]);
  return html`<div class="line">
    <button class="button main" disabled=${isBarred} onClick=${start(FAST)}>
      <${Icon} name="running" size=${14} />Start the guided batch
    </button>
    <button class="button" disabled=${isBarred} onClick=${start(1)}>Start it in real time</button>
    ${!mayAny(["Admin"]) && html`<span class="quiet small">Needs the role Admin.</span>`}
  </div>`;
}

/** `failed`: the wave in which somebody failed, once there is one. */
function Steps({ first, failed }: { first: number; failed: number }): VNode {
  const href = batchPath(failed);
  const steps: readonly (readonly [link: string, title: string, text: string])[] = [
    [batchPath(first), "Watch it", "Lanes are phases, bars are attempts; the line is now."],
    ["/tenant?tab=faults", "Break it", "Let the simulated tenant fail on the next calls."],
    [`${href}?tab=failures`, "Read why", "Failures alike stand together, with their error text."],
    [
      `${href}?tab=members&status=failed`,
      "Mend it",
      "Retry who failed: what was done is not repeated.",
    ],
    [
      `/runbooks/${RUNBOOK}?tab=edit`,
      "Change the plan",
      "Edit the runbook; mistakes show where they are.",
    ],
  ];
  return html`<ol class="guide-steps">
    ${steps.map(
      ([link, title, text]) => html`<li key=${title}><a href=${link}><b>${title}</b></a>
        <span class="quiet small">${text}</span></li>`,
    )}
  </ol>`;
}

export function Guide(): VNode | null {
  const moves = useResource<BatchPage>(`/api/batches?runbookName=${RUNBOOK}&limit=200`);
  if (moves.state !== "ready") return null;
  const first = moves.value.items.at(-1);
  const failed = moves.value.items.findLast(({ memberCounts }) => memberCounts.failed > 0);
  return html`<section class="card hero" aria-labelledby="guide">
    <div class="tight">
      <h2 id="guide">${first === undefined ? "Move a company, right here" : "The guided move"}</h2>
      <p>Contoso's people move to Fabrikam in three waves: accounts, mail, checks, cut-over. Both
        companies are made up; the calls are those a real tenant would get.
        ${first === undefined && HURRY}</p>
    </div>
    ${
      first === undefined
        ? html`<${Start} />`
        : html`<${Steps} first=${first.id}
      failed=${failed?.id ?? first.id} />`
    }
  </section>`;
}
