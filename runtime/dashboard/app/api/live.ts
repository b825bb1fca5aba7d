/** What happens, as it happens: one stream for the page that is open. Everything on show asks
 *  again soon after; a stream that breaks is taken up where it ended, and meanwhile the page asks
 *  by itself every now and then, and says so. */
import { signal } from "@preact/signals";
import type { EventRecord } from "../../../contract/http/events.ts";
import { askAgain } from "./resource.ts";
import { serverSent } from "./server-sent.ts";

export type Connection = "connecting" | "live" | "polling" | "refused";

export const connection = signal<Connection>("connecting");

/** While it is set, the page stays as it is. */
export const isPaused = signal(false);

/** What came since the page was opened, the newest last; bounded. */
export const arrived = signal<readonly EventRecord[]>([]);

const ARRIVED_MAX = 1_000;
const FRESH_MS = 600;
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;
const POLL_MS = 2_000;
const QUIET_STATUSES: readonly number[] = [401, 403, 404];

let refresh: ReturnType<typeof setTimeout> | null = null;

/** At most one question every so often, however much happens. */
function freshen(): void {
  if (refresh !== null || isPaused.value) return;
  refresh = setTimeout(() => {
    refresh = null;
    askAgain();
  }, FRESH_MS);
}

export function resume(): void {
  isPaused.value = false;
  askAgain();
}

function take(data: string): void {
  arrived.value = [...arrived.value.slice(1 - ARRIVED_MAX), JSON.parse(data) as EventRecord];
  freshen();
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** How far a stream was read; kept when it breaks, so that nothing comes twice. */
type Place = { after: string | null };

async function readStream(path: string, place: Place, stop: AbortSignal): Promise<void> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (place.after !== null) headers["last-event-id"] = place.after;
  const response = await fetch(path, { headers, signal: stop, credentials: "same-origin" });
  if (QUIET_STATUSES.includes(response.status)) {
    connection.value = "refused";
    return;
  }
  if (!response.ok || response.body === null) throw new Error(String(response.status));
  connection.value = "live";
  for await (const { id, data } of serverSent(response.body)) {
    place.after = id ?? place.after;
    if (data !== null) take(data);
  }
}

async function keepReading(path: string, stop: AbortSignal): Promise<void> {
  const place: Place = { after: null };
  let failures = 0;
  while (!stop.aborted) {
    try {
      await readStream(path, place, stop);
      if (connection.value === "refused") return;
      failures = 0;
    } catch {
      failures += 1;
    }
    if (stop.aborted) return;
    connection.value = failures > 2 ? "polling" : "connecting";
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? POLL_MS);
    freshen();
  }
}

/** Follows a stream until the returned function is called. */
export function follow(path: string): () => void {
  const stop = new AbortController();
  arrived.value = [];
  connection.value = "connecting";
  void keepReading(path, stop.signal);
  const asking = setInterval(() => {
    if (connection.value === "polling") freshen();
  }, POLL_MS);
  return () => {
    stop.abort();
    clearInterval(asking);
  };
}
