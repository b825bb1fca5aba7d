/** The phases of a batch as a table. */
import type { VNode } from "preact";
import type { PhaseExecution } from "../../../../contract/http/phases.ts";
import { durationText } from "../../format/times.ts";
import { hrefWith } from "../../frame/navigation.ts";
import { html } from "../../ui/html.ts";
import { Progress } from "../../ui/progress.ts";
import { Empty } from "../../ui/states.ts";
import { Pill, phaseLook } from "../../ui/statuses.ts";
import { Table } from "../../ui/table.ts";
import { Ago, Lasted } from "../../ui/times.ts";

const MINUTE_MS = 60_000;

export const offsetText = (minutes: number): string =>
  minutes === 0 ? "T-0" : `T-${durationText(minutes * MINUTE_MS)}`;

function Row({ phase }: { phase: PhaseExecution }): VNode {
  const { phaseName, offsetMinutes, status, dueAt, dispatchedAt, completedAt, memberCounts } =
    phase;
  const { through, lost, remaining } = memberCounts;
  // Who comes late to a phase that has ended is not in its total.
  const total = Math.max(memberCounts.total, through + lost);
  return html`<tr data-row tabindex="-1">
    <td><a href=${hrefWith({ tab: "steps", phase: phaseName, status: null, cursor: null })}>
      ${phaseName}</a>
      <br /><span class="quiet small">${offsetText(offsetMinutes)} · v${phase.runbookVersion}
        </span></td>
    <td><${Pill} look=${phaseLook(status)} /></td>
    <td><${Ago} at=${dueAt} /></td>
    <td>${
      dispatchedAt === null
        ? html`<span class="quiet">–</span>`
        : html`<${Lasted}
      from=${dispatchedAt} to=${completedAt} />`
    }</td>
    <td class="grow">${
      total === 0
        ? html`<span class="quiet">not begun</span>`
        : html`<${Progress} total=${total} done=${through}
      broken=${lost} moving=${status === "dispatched" ? remaining : 0} />`
    }</td>
  </tr>`;
}

export function PhaseTable({ phases }: { phases: readonly PhaseExecution[] }): VNode {
  if (phases.length === 0) {
    return html`<${Empty} icon="waiting" title="No phase is planned yet">
      <p>Phases are planned once init has ended.</p>
    <//>`;
  }
  return html`<${Table} label="Phases" heads=${["Phase", "Status", "Due", "Lasted", "Members"]}>
    ${phases.map((phase) => html`<${Row} key=${phase.id} phase=${phase} />`)}
  <//>`;
}
