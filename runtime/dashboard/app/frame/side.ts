/** The way around: pages on the left, and who, where and how below them. */
import type { VNode } from "preact";
import type { Overview } from "../../../contract/http/overview.ts";
import { useResource } from "../api/resource.ts";
import { html } from "../ui/html.ts";
import { Icon, type IconName, Mark } from "../ui/icons.ts";
import { route } from "./navigation.ts";
import { nextTheme, otherZone, theme, zone, zoneName } from "./preferences.ts";
import type { PageName } from "./route.ts";
import { environment, me } from "./session.ts";

type Place = {
  readonly path: string;
  readonly word: string;
  readonly icon: IconName;
  readonly pages: readonly PageName[];
};

const PLACES: readonly Place[] = [
  { path: "/", word: "Overview", icon: "overview", pages: ["overview"] },
  { path: "/batches", word: "Batches", icon: "batches", pages: ["batches", "batch", "member"] },
  { path: "/runbooks", word: "Runbooks", icon: "runbooks", pages: ["runbooks", "runbook"] },
  { path: "/incidents", word: "Incidents", icon: "incidents", pages: ["incidents"] },
  { path: "/search", word: "Search", icon: "search", pages: ["search"] },
  { path: "/workers", word: "Workers", icon: "workers", pages: ["workers"] },
];

const TENANT: Place = {
  path: "/tenant",
  word: "Tenant",
  icon: "tenant",
  pages: ["tenant"],
};

function Item({ place, count }: { place: Place; count: number }): VNode {
  const isHere = place.pages.includes(route.value.page);
  return html`<li>
    <a href=${place.path} aria-current=${isHere ? "page" : undefined}>
      <${Icon} name=${place.icon} />${place.word}
      ${
        count > 0 &&
        html`<span class="count num">${count}<span class="unseen"> open</span>
        </span>`
      }
    </a>
  </li>`;
}

const THEME_WORDS = { system: "As the system", light: "Light", dark: "Dark" } as const;

function Foot(): VNode {
  const who = me.value;
  return html`<div class="side-foot">
    ${
      who !== null &&
      who !== "signed-out" &&
      html`<span class="who">
      <${Icon} name="person" /><span>${who.name}<br /><span class="small">${who.roles.join(", ")}
        </span></span>
    </span>`
    }
    <button onClick=${otherZone} title="Switch between your time zone and UTC">
      <${Icon} name="clock" /><span class="unseen">Times in </span>${zoneName(zone.value)}
    </button>
    <button onClick=${nextTheme} title="Light, dark, or as the system">
      <${Icon} name=${theme.value} /><span class="unseen">Theme: </span>${THEME_WORDS[theme.value]}
    </button>
  </div>`;
}

export function Side(): VNode {
  const isIn = me.value !== null && me.value !== "signed-out";
  const overview = useResource<Overview>(isIn ? "/api/overview" : null);
  const incidents = overview.state === "ready" ? overview.value.openIncidents : 0;
  const isLocal = environment.value?.simulatedTenant !== null && environment.value !== null;
  return html`<header class="side">
    <a class="brand" href="/"><${Mark} />Drover</a>
    <nav aria-label="Pages">
      <ul>
        ${[...PLACES, ...(isLocal ? [TENANT] : [])].map(
          (place) => html`<${Item} key=${place.path} place=${place}
            count=${place.path === "/incidents" ? incidents : 0} />`,
        )}
        <li><a href="/api/docs" target="_blank" rel="noopener">
          <${Icon} name="reference" />API reference<span class="unseen"> (new tab)</span>
        </a></li>
      </ul>
    </nav>
    <${Foot} />
  </header>`;
}
