/** Keys for those who leave the mouse alone: `/` searches, `?` explains, `j` and `k` walk through
 *  rows, `Enter` opens one, `g` and a letter go to a page. Never while somebody types. */
import { signal } from "@preact/signals";
import { isPaused, resume } from "../api/live.ts";
import { go } from "./navigation.ts";
import { nextTheme } from "./preferences.ts";

export const isHelpOpen = signal(false);

export const PLACES: Readonly<Record<string, readonly [path: string, word: string]>> = {
  o: ["/", "Overview"],
  b: ["/batches", "Batches"],
  r: ["/runbooks", "Runbooks"],
  i: ["/incidents", "Incidents"],
  s: ["/search", "Search"],
  w: ["/workers", "Workers"],
  t: ["/tenant", "Simulated tenant"],
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select") !== null;

function walk(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function openRow(event: KeyboardEvent): void {
  const row = document.activeElement;
  if (!(row instanceof HTMLElement) || row.dataset["row"] === undefined) return;
  event.preventDefault();
  row.querySelector<HTMLElement>("a[href], summary, button")?.click();
}

const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
  "/": (event) => {
    event.preventDefault();
    document.querySelector<HTMLInputElement>("#find")?.focus();
  },
  "?": () => {
    isHelpOpen.value = true;
  },
  j: () => walk(1),
  k: () => walk(-1),
  Enter: openRow,
  p: () => {
    if (isPaused.value) resume();
    else isPaused.value = true;
  },
  d: nextTheme,
};

export function listenToKeys(): void {
  let isGoing = false;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (document.querySelector("dialog[open]") !== null) return;
    const place = PLACES[event.key];
    if (isGoing && place !== undefined) {
      isGoing = false;
      go(place[0]);
      return;
    }
    isGoing = event.key === "g";
    KEYS[event.key]?.(event);
  });
}
