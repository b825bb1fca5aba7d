/** What a visitor prefers, kept in this browser: theme and the zone that times are told in. */
import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
export type Zone = "local" | "utc";

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(
  THEMES.find((name) => name === kept("drover.theme")) ?? "system",
);

export const zone = signal<Zone>(kept("drover.zone") === "utc" ? "utc" : "local");

export function nextTheme(): void {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  theme.value = next;
  keep("drover.theme", next);
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
}

export function otherZone(): void {
  zone.value = zone.value === "utc" ? "local" : "utc";
  keep("drover.zone", zone.value);
}

/** The zone as people name it: `Europe/Berlin`, or `UTC`. */
export const zoneName = (of: Zone): string =>
  of === "utc" ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone;
