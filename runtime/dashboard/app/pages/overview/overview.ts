/** The first page: what runs, what needs a person, what comes next. */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Overview as OverviewAnswer } from "../../../../contract/http/overview.ts";
import { useResource } from "../../api/resource.ts";
import { environment } from "../../frame/session.ts";
import { titled } from "../../frame/title.ts";
import { html } from "../../ui/html.ts";
import { Shown } from "../../ui/states.ts";
import { hearTime } from "../../ui/times.ts";
import { AttentionCard } from "./attention-card.ts";
import { Guide } from "./guide.ts";
import { NextDue } from "./next-due.ts";
import { Running } from "./running.ts";

type FigureProps = {
  count: number;
  one: string;
  many: string;
  href: string;
  isAlarm?: boolean;
};

function Figure({ count, one, many, href, isAlarm = false }: FigureProps): VNode {
  return html`<a class="figure ${isAlarm && count > 0 ? "alarm" : ""}" href=${href}>
    <b>${count}</b><span>${count === 1 ? one : many}</span>
  </a>`;
}

function Body({ overview }: { overview: OverviewAnswer }): VNode {
  const { runningCount, attentionCount, openIncidents, failingRunbooks, engine } = overview;
  return html`<div class="stack">
    <div class="figures">
      <${Figure} count=${runningCount} one="batch running" many="batches running"
        href="/batches?status=active" />
      <${Figure} count=${engine.inFlight} one="job with a worker" many="jobs with workers"
        href="/workers" />
      <${Figure} count=${attentionCount + failingRunbooks.length} one="needs attention"
        many="need attention" href="#attention" isAlarm />
      <${Figure} count=${openIncidents} one="open incident" many="open incidents"
        href="/incidents" isAlarm />
    </div>
    <div class="wide-left">
      <${Running} overview=${overview} />
      <div class="stack">
        <${AttentionCard} items=${overview.attention} failing=${failingRunbooks} />
        <${NextDue} overview=${overview} />
      </div>
    </div>
  </div>`;
}

export function Overview(): VNode {
  titled("Overview");
  const overview = useResource<OverviewAnswer>("/api/overview");
  const at = overview.state === "ready" ? overview.value.now : null;
  useEffect(() => {
    if (at !== null) hearTime(at);
  }, [at]);
  return html`<div class="stack">
    <div class="head"><div>
      <h1 tabindex="-1">Overview</h1>
      <p class="quiet">What runs, what needs you, and what comes next.</p>
    </div></div>
    ${environment.value?.mode === "local" && html`<${Guide} />`}
    <${Shown} of=${overview} lines=${8}>
      ${(value: OverviewAnswer) => html`<${Body} overview=${value} />`}
    <//>
  </div>`;
}
