/** Times on the page: relative to the server's present, absolute when pointed at. The server's
 *  time may run faster than ours (a rehearsal): its own words say where it is. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { absoluteText, durationText, relativeText } from "../format/times.ts";
import { zone, zoneName } from "../frame/preferences.ts";
import { html } from "./html.ts";

type Heard = { readonly server: number; readonly here: number; readonly pace: number };

let heard: Heard = { server: Date.now(), here: Date.now(), pace: 1 };

/** The server's present, in milliseconds. Moves once a second and with every word from it. */
export const now = signal(heard.server);

const reckoned = (): number => heard.server + (Date.now() - heard.here) * heard.pace;

const APART_MS = 400;

/** The server said what time it is. How fast its time goes is told by its last two words. */
export function hearTime(instant: string): void {
  const [server, here] = [Date.parse(instant), Date.now()];
  const passed = here - heard.here;
  const pace = passed < APART_MS ? heard.pace : Math.max(0, (server - heard.server) / passed);
  // The first word says where it is, not how fast it goes.
  heard = { server, here, pace: isFirst ? 1 : pace };
  isFirst = false;
  now.value = reckoned();
}

let isFirst = true;

const SECOND_MS = 1_000;

export function keepTime(): void {
  setInterval(() => {
    now.value = reckoned();
  }, SECOND_MS);
}

export const absolute = (at: string | number): string =>
  absoluteText(typeof at === "number" ? at : Date.parse(at), zoneName(zone.value));

/** `5 min ago`, with the whole of it when pointed at. */
export function Ago({ at }: { at: string | null | undefined }): VNode {
  if (at === null || at === undefined) return html`<span class="quiet">–</span>`;
  const text = relativeText(Date.parse(at), now.value);
  return html`<time datetime=${at} title=${absolute(at)}>${text}</time>`;
}

/** The whole of it. */
export function At({ at }: { at: string | null | undefined }): VNode {
  if (at === null || at === undefined) return html`<span class="quiet">–</span>`;
  return html`<time datetime=${at}>${absolute(at)}</time>`;
}

/** From one to the other, or to the present. */
export function Lasted({ from, to }: { from: string; to: string | null }): VNode {
  const end = to === null ? now.value : Date.parse(to);
  return html`<span class="num">${durationText(end - Date.parse(from))}</span>`;
}
