/** The address bar as state: what is shown follows from it, and every choice is written to it. */
import { computed, signal } from "@preact/signals";
import { type Query, withQuery } from "./query.ts";
import { readRoute } from "./route.ts";

const here = (): string => location.pathname + location.search;

const address = signal(here());

export const route = computed(() => readRoute(new URL(address.value, location.origin).pathname));

export const query = computed(() => new URL(address.value, location.origin).searchParams);

/** Counts pages that were opened, not changes within one: focus and scrolling follow it. */
export const opened = signal(0);

export function go(path: string): void {
  if (path === here()) return;
  const before = location.pathname;
  history.pushState(null, "", path);
  address.value = here();
  if (location.pathname !== before) opened.value += 1;
}

/** Changes some words of the query and leaves the others. */
export function choose(changes: Query, how: "push" | "replace" = "replace"): void {
  const all = { ...Object.fromEntries(query.peek()), ...changes };
  const path = withQuery(location.pathname, all);
  if (path === here()) return;
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  address.value = here();
}

export const hrefWith = (changes: Query): string =>
  withQuery(location.pathname, { ...Object.fromEntries(query.value), ...changes });

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const target = event.target;
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.defaultPrevented) {
    return null;
  }
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const leaves = link.origin !== location.origin || link.target !== "" || link.download !== "";
  return leaves || link.pathname.startsWith("/api/") ? null : link;
}

export function followLinks(): void {
  addEventListener("popstate", () => {
    address.value = here();
    opened.value += 1;
  });
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link === null || (link.hash !== "" && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
