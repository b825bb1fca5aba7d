/** The whole page: banner, way around, and the page that the address means. */
import type { ComponentType, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { follow } from "../api/live.ts";
import { Batch } from "../pages/batch/batch.ts";
import { Batches } from "../pages/batches.ts";
import { Incidents } from "../pages/incidents.ts";
import { Member } from "../pages/member.ts";
import { Overview } from "../pages/overview/overview.ts";
import { Runbook } from "../pages/runbook/runbook.ts";
import { Runbooks } from "../pages/runbooks.ts";
import { Search } from "../pages/search.ts";
import { Tenant } from "../pages/tenant/tenant.ts";
import { Workers } from "../pages/workers.ts";
import { html } from "../ui/html.ts";
import { Empty, Failed } from "../ui/states.ts";
import { Toasts } from "../ui/toasts.ts";
import { Help } from "./help.ts";
import { opened, route } from "./navigation.ts";
import type { PageName } from "./route.ts";
import { me } from "./session.ts";
import { Side } from "./side.ts";
import { Banner, Top } from "./top.ts";

function Nowhere(): VNode {
  return html`<${Empty} icon="search" title="No page has this address">
    <h1 class="unseen" tabindex="-1">No page has this address</h1>
    <a href="/">Go to the overview</a>
  <//>`;
}

const PAGES = {
  overview: Overview,
  batches: Batches,
  batch: Batch,
  member: Member,
  runbooks: Runbooks,
  runbook: Runbook,
  incidents: Incidents,
  search: Search,
  workers: Workers,
  tenant: Tenant,
  nowhere: Nowhere,
} as const satisfies Readonly<Record<PageName, ComponentType<never>>>;

const SIGN_IN = {
  status: 401,
  title: "",
  correlationId: "",
  detail: "Drover does not know who is looking.",
  problems: [],
};

function SignIn(): VNode {
  return html`<div class="card"><h1 class="unseen" tabindex="-1">Sign in</h1>
    <${Failed} problem=${SIGN_IN} /></div>`;
}

/** The log to follow: the batch's own, or everything. */
function streamOf(): string {
  const shown = route.value;
  return shown.page === "batch" || shown.page === "member"
    ? `/api/batches/${encodeURIComponent(shown.id)}/events/stream`
    : "/api/events/stream";
}

export function Frame(): VNode {
  const main = useRef<HTMLElement>(null);
  const isIn = me.value !== null && me.value !== "signed-out";
  const stream = isIn ? streamOf() : null;
  useEffect(() => (stream === null ? undefined : follow(stream)), [stream]);
  const turn = opened.value;
  useEffect(() => {
    if (turn === 0) return;
    scrollTo(0, 0);
    main.current?.querySelector<HTMLElement>("h1")?.focus();
  }, [turn]);
  const Page = PAGES[route.value.page] as ComponentType<{ route: unknown }>;
  return html`<div>
    <a class="skip" href="#main">Skip to the page</a>
    <${Banner} />
    <div class="frame">
      <${Side} />
      <div class="content">
        <${Top} />
        <main id="main" ref=${main} tabindex="-1">
          ${
            me.value === "signed-out"
              ? html`<${SignIn} />`
              : html`<${Page}
            key=${location.pathname} route=${route.value} />`
          }
        </main>
      </div>
    </div>
    <${Help} /><${Toasts} />
  </div>`;
}
