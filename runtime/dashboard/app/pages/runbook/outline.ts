/** A runbook drawn: phases down to the cut-over, in each its steps. */
import type { VNode } from "preact";
import type { OutlineStep, RunbookOutline } from "../../../../contract/http/runbook-outline.ts";
import { durationText } from "../../format/times.ts";
import { counted } from "../../format/words.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { offsetText } from "../batch/phase-table.ts";

const seconds = (sec: number): string => durationText(sec * 1_000);

function Step({ step }: { step: OutlineStep }): VNode {
  const { name, functionName, workerId, poll, maxRetries, retryIntervalSec, onFailure } = step;
  const { sensitive } = step;
  const outputs = Object.keys(step.outputs);
  return html`<li class="outline-step">
    <span class="line"><b>${name}</b><code>${functionName}</code><span
      class="quiet small">on ${workerId}</span></span>
    <span class="line small quiet">
      ${
        poll !== null &&
        html`<span class="line tight-line"><${Icon} name="polling"
        size=${12} />asked every
            ${` ${seconds(poll.intervalSec)} for up to ${seconds(poll.timeoutSec)}`}</span>`
      }
      ${
        maxRetries > 0 &&
        html`<span>
        ${counted(maxRetries, "retry", "retries")} from ${seconds(retryIntervalSec)}</span>`
      }
      ${
        onFailure !== null &&
        html`<span class="line tight-line"><${Icon} name="rolledBack"
        size=${12} />undone by ${onFailure}</span>`
      }
      ${outputs.length > 0 && html`<span>gives ${outputs.join(", ")}</span>`}
      ${sensitive.length > 0 && html`<span>shows nobody ${sensitive.join(", ")}</span>`}
    </span>
  </li>`;
}

function Group(props: {
  mark: string;
  title: string;
  note: string;
  steps: readonly OutlineStep[];
}): VNode {
  const { mark, title, note, steps } = props;
  return html`<li class="outline-phase">
    <span class="outline-mark num">${mark}</span>
    <div class="tight">
      <h3>${title}</h3>
      ${note !== "" && html`<p class="quiet small">${note}</p>`}
      <ol class="outline-steps">${steps.map(
        (step) => html`<${Step} key=${step.name}
        step=${step} />`,
      )}</ol>
    </div>
  </li>`;
}

type Phase = RunbookOutline["phases"][number];

function noteOf({ barrier, completion, gate }: Phase): string {
  const notes = [
    barrier ? "each step waits for all members" : "",
    completion === "all" ? "everybody must succeed" : "",
    gate === "none" ? "does not wait for the phase before it" : "",
  ];
  return notes.filter((note) => note !== "").join("; ");
}

export function Outline({ outline }: { outline: RunbookOutline }): VNode {
  const { source, init, phases, finalize, onMemberRemoved, rollbacks, timeZone } = outline;
  return html`<div class="stack">
    <p class="quiet small">Members come from <b>${source.type}</b>
      ${source.connection !== null && ` (${source.connection})`},
      told apart by <code>${source.primaryKey}
        </code>; ${
          source.batchTimeColumn === null
            ? "batches begin at once"
            : html`the cut-over is in <code>${source.batchTimeColumn}</code>`
        }.
      Times are in ${timeZone}.
      ${source.sensitive.length > 0 && `Nobody is shown ${source.sensitive.join(", ")}.`}</p>
    <ol class="outline">
      ${
        init.length > 0 &&
        html`<${Group} mark="init" title="Once, before the first phase" note=""
        steps=${init} />`
      }
      ${phases.map(
        (phase) => html`<${Group} key=${phase.name} mark=${offsetText(phase.offsetMinutes)}
        title=${phase.name} note=${noteOf(phase)} steps=${phase.steps} />`,
      )}
      ${
        finalize.length > 0 &&
        html`<${Group} mark="finalize" title="Once, after the last phase"
        note="" steps=${finalize} />`
      }
    </ol>
    ${
      (onMemberRemoved.length > 0 || rollbacks.length > 0) &&
      html`<details>
      <summary>When somebody leaves, or a step fails for good</summary>
      <ol class="outline">
        ${
          onMemberRemoved.length > 0 &&
          html`<${Group} mark="leaves" title="When a member leaves"
          note="" steps=${onMemberRemoved} />`
        }
        ${rollbacks.map(
          ({ name, steps }) => html`<${Group} key=${name} mark="undo" title=${name}
          note="" steps=${steps} />`,
        )}
      </ol>
    </details>`
    }
  </div>`;
}
