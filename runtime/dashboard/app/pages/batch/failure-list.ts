/** Failures of a batch, those alike together: one click from each to its words. */
import type { VNode } from "preact";
import type { FailureGroup, Failures } from "../../../../contract/http/failures.ts";
import type { Loaded } from "../../api/resource.ts";
import { counted } from "../../format/words.ts";
import { choose, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { memberPath } from "../../frame/route.ts";
import { CopyButton } from "../../ui/copy.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { Ago } from "../../ui/times.ts";

function Samples({ group, batchId }: { group: FailureGroup; batchId: number }): VNode {
  return html`<ul class="list small">
    ${group.samples.map(
      ({ stepId, memberId, memberKey, message, at }) => html`<li key=${stepId} class="tight">
        <span class="line">
          ${
            memberId === null
              ? "The batch"
              : html`<a href=${memberPath(batchId, memberId)}>
            ${memberKey ?? memberId}</a>`
          }
          <span class="quiet"><${Ago} at=${at} /></span>
        </span>
        ${message !== group.message && html`<span class="mono">${message}</span>`}
      </li>`,
    )}
  </ul>`;
}

function Group({ group, batchId }: { group: FailureGroup; batchId: number }): VNode {
  const { key, message, errorClass, count, stepName, phaseName, functionName, lastAt } = group;
  const isOpen = query.value.get("group") === key;
  const onToggle = (event: Event): void => {
    const { open } = event.target as HTMLDetailsElement;
    if (open !== isOpen) choose({ group: open ? key : null });
  };
  return html`<li data-row tabindex="-1">
    <details class="error" open=${isOpen} onToggle=${onToggle}>
      <summary>
        <span class="pill bad"><${Icon} name="failed" size=${13} />${counted(count, "failure")}
          </span>
        <b>${stepName}</b><span class="quiet small">${phaseName ?? group.kind}</span>
        <span class="tag">${errorClass}</span>
        <span class="quiet small">last <${Ago} at=${lastAt} /></span>
      </summary>
      <div class="tight">
        <pre class="text">${message}</pre>
        <span class="line"><${CopyButton} text=${message} what="the error text" />
          <span class="quiet small">${functionName} on ${group.workerId}</span>
          <a class="small"
            href=${withQuery("/search", { errorClass })}>Same error in all batches</a></span>
        <${Samples} group=${group} batchId=${batchId} />
      </div>
    </details>
  </li>`;
}

export function FailureList(props: { failures: Loaded<Failures>; batchId: number }): VNode {
  const { failures, batchId } = props;
  return html`<${Shown} of=${failures} lines=${4}>
    ${({ groups }: Failures) =>
      groups.length === 0
        ? html`<${Empty} icon="done" title="Nothing has failed">
          <p>Steps that fail for good show up here, those alike in one group.</p><//>`
        : html`<ul class="list">
            ${groups.map(
              (group) => html`<${Group} key=${group.key} group=${group}
              batchId=${batchId} />`,
            )}
          </ul>`}
  <//>`;
}
