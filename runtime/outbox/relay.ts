/** Publishes what was committed and not published: rows whose claim has run out, because their
 *  host died or the bus was away (R03, R07). Several relays may run; a claim is one relay's.
 *  P1. A row leaves only after the bus took it, or after it became an incident. A crash in between
 *      means that the message is published again.
 *  P2. What could not be published stays claimed; it is tried again when the claim runs out. */
import type { Bus } from "../bus/bus.ts";
import type { Settlement } from "../bus/lock.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { pause } from "../time/pause.ts";
import type { OutboxFault } from "./fault.ts";
import { publishRows } from "./publish-rows.ts";

export type RelayParts = {
  readonly store: Pick<Store<Settlement>, "outbox" | "incidents">;
  readonly bus: Pick<Bus, "publish">;
  readonly clock: Clock;
  /** Nobody else's name. */
  readonly owner: string;
  readonly observe: (fault: OutboxFault) => void;
  readonly claimMs?: number;
  readonly everyMs?: number;
  readonly most?: number;
};

export type Relay = {
  /** One pass: how many rows it claimed. For whoever keeps time itself. */
  readonly pass: () => Promise<number>;
  /** Ends after the pass under way. */
  readonly stop: () => Promise<void>;
};

const CLAIM_MS = 30_000;
const EVERY_MS = 1_000;
const ROWS_MAX = 500;

export function startRelay(parts: RelayParts): Relay {
  const { clock, observe, everyMs = EVERY_MS, most = ROWS_MAX } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pass = (): Promise<number> => onePass(parts, most);
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await pass().catch((error: unknown) => {
        observe({ kind: "bug", error });
        return 0;
      });
      if (claimed < most) await pause(clock, everyMs, signal);
    }
  };
  const ended = loop();
  return {
    pass,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

async function onePass(parts: RelayParts, most: number): Promise<number> {
  const { store, bus, owner, observe, claimMs = CLAIM_MS } = parts;
  const claimed = await store.outbox.claim(owner, claimMs, most);
  if (!claimed.ok) {
    observe({ kind: "store-failed", failure: claimed.error });
    return 0;
  }
  const rows = claimed.value;
  const done = await publishRows({ bus, incidents: store.incidents, observe }, rows);
  if (done.length === 0) return rows.length;
  const gone = await store.outbox.sent(done);
  if (!gone.ok) observe({ kind: "store-failed", failure: gone.error });
  return rows.length;
}
