/** One member: where it is, why, and every step with what went in and came out. */
import type { VNode } from "preact";
import type { Member as MemberAnswer } from "../../../contract/http/members.ts";
import type { StepExecution, StepPage } from "../../../contract/http/steps.ts";
import { useResource } from "../api/resource.ts";
import { valueText } from "../format/words.ts";
import { batchPath } from "../frame/route.ts";
import { titled } from "../frame/title.ts";
import { ADMINS, OPERATORS, type Order } from "../orders/order.ts";
import { OrderButton } from "../orders/order-button.ts";
import { CopyButton } from "../ui/copy.ts";
import { html } from "../ui/html.ts";
import { Empty, Failed, Shown, Skeleton } from "../ui/states.ts";
import { memberLook, Pill, stepLook } from "../ui/statuses.ts";
import { Ago, At, Lasted } from "../ui/times.ts";
import { WhyCard } from "../ui/why-card.ts";

function Fields({ of }: { of: Readonly<Record<string, unknown>> }): VNode {
  const fields = Object.entries(of);
  if (fields.length === 0) return html`<p class="quiet small">Nothing yet.</p>`;
  return html`<dl class="facts">
    ${fields.map(
      ([name, value]) => html`<dt key=${name}>${name}</dt><dd>${valueText(value)}
      </dd>`,
    )}
  </dl>`;
}

const Raw = ({ title, value }: { title: string; value: unknown }): VNode =>
  html`<div class="tight"><span class="quiet small">${title}</span>
    <pre class="text">${JSON.stringify(value, null, 2)}</pre></div>`;

function times(step: StepExecution): VNode {
  const { dispatchedAt, completedAt, retryCount, maxRetries, pollCount, isPollStep } = step;
  return html`<span class="quiet small">
    ${
      dispatchedAt !== null &&
      html`sent <${Ago} at=${dispatchedAt} />, <${Lasted}
      from=${dispatchedAt} to=${completedAt} /> · `
    }
    attempt ${retryCount + 1} of ${maxRetries + 1}${isPollStep && ` · asked ${pollCount} times`}
    ${step.retryAfter !== null && html` · again <${Ago} at=${step.retryAfter} />`}
  </span>`;
}

function Step({ step }: { step: StepExecution }): VNode {
  const { stepName, phaseName, kind, status, errorMessage, functionName, params, result } = step;
  return html`<li data-row tabindex="-1">
    <details>
      <summary class="step-line"><${Pill} look=${stepLook(status)} /><b>${stepName}</b>
        <span class="tag">${phaseName ?? kind}</span>${times(step)}
        ${errorMessage !== null && html`<span class="bad-text clip">${errorMessage}</span>`}
      </summary>
      <div class="stack step-body">
        <span class="small quiet">
          ${functionName} on ${step.workerId}, job ${step.jobId ?? "not sent yet"}</span>
        ${
          errorMessage !== null &&
          html`<div class="tight"><pre class="text">${errorMessage}</pre>
          <span><${CopyButton} text=${errorMessage} what="the error text" /></span></div>`
        }
        <div class="columns">
          <${Raw} title="Went in" value=${params} /><${Raw} title="Came out" value=${result} />
        </div>
      </div>
    </details>
  </li>`;
}

function ordersOf(member: MemberAnswer): readonly Order[] {
  const { id, batchId, memberKey, status } = member;
  const path = `/api/batches/${batchId}/members/${id}`;
  return [
    {
      word: "Retry member",
      icon: "polling",
      consequence:
        `${memberKey} goes on from the step that failed. ` +
        "Steps that succeeded are not repeated.",
      cli: `drover batch retry ${batchId} --member ${id}`,
      roles: OPERATORS,
      method: "POST",
      path: `${path}/retry`,
      refusal: status === "failed" ? null : "It has not failed",
    },
    {
      word: "Remove member",
      icon: "failed",
      consequence:
        `${memberKey} leaves the batch: its open steps are cancelled, and what the runbook does ` +
        "for those who leave is done. It cannot be undone here.",
      cli: `drover batch remove-member ${batchId} ${id}`,
      roles: ADMINS,
      method: "DELETE",
      path,
      typed: memberKey,
      refusal: status === "active" ? null : "Only an active member can be removed",
    },
  ];
}

function Body({ member }: { member: MemberAnswer }): VNode {
  const { id, batchId, memberKey, status } = member;
  const steps = useResource<StepPage>(`/api/batches/${batchId}/steps?memberId=${id}&limit=200`);
  return html`<div class="stack">
    <div class="head">
      <div>
        <nav class="crumbs" aria-label="Where you are"><a href="/batches">Batches</a> /
          <a href=${batchPath(batchId)}>#${batchId}</a> / member ${id}</nav>
        <h1 tabindex="-1">${memberKey}</h1>
        <div class="line"><${Pill} look=${memberLook(status)} />
          <span class="quiet small">joined <${At} at=${member.addedAt} /></span></div>
      </div>
      <div class="line">
        ${ordersOf(member).map(
          (order, at) => html`<${OrderButton} key=${order.word}
          order=${order} isMain=${at === 0} />`,
        )}
      </div>
    </div>
    <${WhyCard} path=${`/api/batches/${batchId}/why?memberId=${id}`} />
    <section class="card" aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      <${Shown} of=${steps} lines=${6}>
        ${({ items }: StepPage) =>
          items.length === 0
            ? html`<${Empty} icon="waiting" title="No step is planned yet">
              <p>Steps appear when the first phase is due.</p><//>`
            : html`<ul class="list">${items.map(
                (step) => html`<${Step}
              key=${`${step.kind}${step.id}`} step=${step} />`,
              )}</ul>`}
      <//>
    </section>
    <div class="columns">
      <section class="card" aria-labelledby="data"><h2 id="data">From its source</h2>
        <${Fields} of=${member.data} /></section>
      <section class="card" aria-labelledby="outputs"><h2 id="outputs">From its steps</h2>
        <${Fields} of=${member.workerData} /></section>
    </div>
  </div>`;
}

export function Member({ route }: { route: { id: string; memberId: string } }): VNode {
  const { id, memberId } = route;
  const member = useResource<MemberAnswer>(
    `/api/batches/${encodeURIComponent(id)}/members/${encodeURIComponent(memberId)}`,
  );
  titled(member.state === "ready" ? member.value.memberKey : "Member");
  if (member.state === "ready") return html`<${Body} member=${member.value} />`;
  return html`<div class="card"><h1 class="unseen" tabindex="-1">Member ${memberId}</h1>
    ${
      member.state === "failed"
        ? html`<${Failed} problem=${member.problem} />`
        : html`<${Skeleton} lines=${10} />`
    }
  </div>`;
}
