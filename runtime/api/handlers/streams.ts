/** The log as it is written. A stream looks for what is new once a second and says in between that
 *  it is still there; it goes on behind the event that its reader saw last, so that a reader who
 *  was cut off misses nothing.
 *  S1. Events of one batch come in their order, without a gap and none twice.
 *  S2. There are so many streams at once and no more: each holds a connection.
 *  S3. A stream says first where it begins: who is cut off before its first event misses none. */
import type { EventRecord } from "../../contract/http/events.ts";
import type { BatchId } from "../../contract/ids.ts";
import { Instant } from "../../contract/instant.ts";
import { ok } from "../../contract/result.ts";
import { allEvents, batchEvents } from "../../queries/events.ts";
import type { ReportPage } from "../../store/reports.ts";
import { sleep } from "../../time/clock.ts";
import type { Backend } from "../backend.ts";
import { refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf, StreamedEvent } from "../serving/handler.ts";
import { unknownBatch } from "./batches.ts";

type Parts = Pick<Backend, "clock" | "machineClock" | "reports" | "store">;
type Batches = AsyncGenerator<readonly StreamedEvent[]>;

const LOOK_MS = 1_000;
const QUIET_LOOKS_MAX = 15;
const PAGE = 500;
const PAGES_MAX = 20;
/** Commits of other processes may be a little late for their time. */
const OVERLAP_MS = 2_000;
const STREAMS_MAX = 1_000;
const SEQ = /^[0-9]{1,15}$/;
const PLACE = /^([0-9]{1,15})\.([0-9]{1,15})\.([0-9]{1,15})$/;

export const streamHandlers = (parts: Parts): HandlersOf<"streamBatchEvents" | "streamEvents"> => {
  let open = 0;
  const counted = async function* (events: Batches): Batches {
    open += 1;
    try {
      yield* events;
    } finally {
      open -= 1;
    }
  };
  const full = () => refuse("too-many-requests", `There are ${STREAMS_MAX} streams already.`);
  return {
    streamBatchEvents: async ({ params: { id }, lastEventId, signal }) => {
      if (open >= STREAMS_MAX) return full();
      const batch = await parts.reports.batch(id);
      if (!batch.ok) return storeAway(batch.error);
      if (batch.value === null) return unknownBatch(id);
      const isPlace = lastEventId !== null && SEQ.test(lastEventId);
      const after = isPlace ? Number(lastEventId) : batch.value.changeCount;
      return ok(counted(follow(parts, signal, String(after), ofBatch(parts, id, after))));
    },
    streamEvents: async ({ lastEventId, signal }) => {
      if (open >= STREAMS_MAX) return full();
      const place = PLACE.exec(lastEventId ?? "");
      const now = parts.clock.now().getTime();
      const since = place === null ? now : Number(place[1]);
      const isKnown = (event: EventRecord): boolean =>
        place === null ? Date.parse(event.at) < now : !isBehind(event, place.slice(1).map(Number));
      const begin = place?.[0] ?? `${now}.0.0`;
      const look = ofAll(parts, Math.min(since, now), isKnown);
      return ok(counted(follow(parts, signal, begin, look)));
    },
  };
};

type Look = () => Promise<readonly StreamedEvent[] | null>;

/** Ends when the reader has gone, or the store: the reader then comes back by itself. */
async function* follow(
  { machineClock }: Parts,
  signal: AbortSignal,
  begin: string,
  look: Look,
): Batches {
  let quiet = 0;
  yield [{ id: begin, data: null }];
  while (!signal.aborted) {
    const events = await look();
    if (events === null) return;
    quiet = events.length === 0 ? quiet + 1 : 0;
    if (events.length > 0 || quiet % QUIET_LOOKS_MAX === 0) yield events;
    if (events.length < PAGE) await sleep(machineClock, LOOK_MS);
  }
}

function ofBatch({ reports, store }: Parts, id: BatchId, from: number): Look {
  let after = from;
  return async () => {
    const page = { filters: { order: "oldest" as const }, after: [after], most: PAGE };
    const found = await batchEvents({ reports, records: store.records }, id, page);
    if (!found.ok) return null;
    after = found.value.rows.at(-1)?.seq ?? after;
    return found.value.rows.map((event) => ({ id: String(event.seq), data: event }));
  };
}

const placeOf = ({ at, batchId, seq }: EventRecord): readonly number[] => [
  Date.parse(at),
  batchId ?? 0,
  seq,
];

function isBehind(event: EventRecord, place: readonly number[]): boolean {
  const own = placeOf(event);
  const at = own.findIndex((number, index) => number !== place[index]);
  return at !== -1 && (own[at] ?? 0) > (place[at] ?? 0);
}

function ofAll(
  { reports, store }: Parts,
  from: number,
  isKnown: (event: EventRecord) => boolean,
): Look {
  let since = from;
  let seen = new Set<string>();
  return async () => {
    const found: EventRecord[] = [];
    const filters = { from: Instant.parse(new Date(since - OVERLAP_MS).toISOString()) };
    let after: ReportPage<EventRecord>["next"] = null;
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const page = { filters, after, most: PAGE };
      const read = await allEvents({ reports, records: store.records }, page);
      if (!read.ok) return null;
      found.push(...read.value.rows);
      after = read.value.next;
      if (after === null) break;
    }
    const all = found.reverse().map((event) => ({ id: placeOf(event).join("."), data: event }));
    const fresh = all.filter(({ id, data }) => !seen.has(id) && !isKnown(data));
    seen = new Set(all.map(({ id }) => id));
    since = Math.max(since, ...fresh.map(({ data }) => Date.parse(data.at)));
    return fresh;
  };
}
