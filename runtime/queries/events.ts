/** The record of what happened, in pages: of one batch, and of everything by time. Events name
 *  what they are about by id; people are shown names. A page may hold fewer than asked for and
 *  still have a next one: what a page looks at is bounded, not only what it shows. */
import type { BatchEventsQuery, EventRecord, EventsQuery } from "../contract/http/events.ts";
import type { BatchId, MemberId, StepExecutionId } from "../contract/ids.ts";
import { ok } from "../contract/result.ts";
import type { LoggedEvent, Records } from "../store/records.ts";
import type { PageOf, Place, ReportPage, Reports } from "../store/reports.ts";
import { type Answer, instantOf } from "./parts.ts";

export type EventParts = {
  readonly reports: Reports;
  readonly records: Pick<Records, "events">;
};

/** Rows of the log that one page looks at; each holds the events of one commit. */
const ROWS_LOOKED_AT = 200;
const ROWS_FIRST = 4;
/** Events that one page looks at where most do not fit. */
const EVENTS_LOOKED_AT = 2_000;
const END_OF_TIME = new Date("9999-12-31T23:59:59.999Z");

export async function batchEvents(
  parts: EventParts,
  id: BatchId,
  { filters, after, most }: PageOf<BatchEventsQuery>,
): Answer<ReportPage<EventRecord>> {
  const { order, type, memberId } = filters;
  const isNewest = order === "newest";
  const least = filters.after ?? 0;
  const from = after?.[0] ?? (isNewest ? Number.MAX_SAFE_INTEGER : least);
  const read = isNewest
    ? await enough(most, (rows) => parts.reports.insights.newest(id, from, rows))
    : await parts.records.events(id, Math.max(from, least), EVENTS_LOOKED_AT);
  if (!read.ok) return read;
  const behind = read.value.filter(({ seq }) =>
    isNewest ? seq < from && seq > least : seq > from,
  );
  const isMeant = (event: LoggedEvent): boolean =>
    fitsType(event, type) && (memberId === undefined || event.memberId === memberId);
  const { shown, last } = firstOf(behind, isMeant, most);
  const isDone = last === null || (isNewest ? last.seq - 1 <= least : false);
  const next: Place | null = isDone ? null : [last.seq];
  return withNames(parts, shown, next);
}

/** Of all batches and of the platform, the newest first. */
export async function allEvents(
  parts: EventParts,
  { filters, after, most }: PageOf<EventsQuery>,
): Answer<ReportPage<EventRecord>> {
  const { type, actor } = filters;
  const from = filters.from === undefined ? new Date(0) : new Date(filters.from);
  const to = filters.to === undefined ? END_OF_TIME : new Date(Date.parse(filters.to) - 1);
  const [at, batchId = 0, seq = 0] = after ?? [];
  const until = at === undefined ? to : new Date(at);
  const read = await enough(most, (rows) => parts.reports.insights.byTime(from, until, rows));
  if (!read.ok) return read;
  const isBehind = (event: LoggedEvent): boolean =>
    at === undefined ||
    event.at.getTime() < at ||
    event.batchId < batchId ||
    (event.batchId === batchId && event.seq < seq);
  const isMeant = (event: LoggedEvent): boolean =>
    fitsType(event, type) && (actor === undefined || event.actor === actor);
  const { shown, last } = firstOf(read.value.filter(isBehind), isMeant, most);
  const next: Place | null = last === null ? null : [last.at.getTime(), last.batchId, last.seq];
  return withNames(parts, shown, next);
}

/** A row may hold one event or a thousand: the first few say how many rows to look at. */
async function enough(
  most: number,
  read: (rows: number) => Answer<readonly LoggedEvent[]>,
): Answer<readonly LoggedEvent[]> {
  const first = await read(ROWS_FIRST);
  if (!first.ok || first.value.length > Math.max(most, EVENTS_LOOKED_AT)) return first;
  const perRow = Math.max(1, first.value.length / ROWS_FIRST);
  return read(Math.min(ROWS_LOOKED_AT, Math.ceil((most + EVENTS_LOOKED_AT) / perRow)));
}

/** A whole type, or the word before its dot. */
const fitsType = ({ type }: LoggedEvent, asked: string | undefined): boolean =>
  asked === undefined || type === asked || type.startsWith(`${asked}.`);

/** `last` is where the next page begins behind; null when there is none. */
function firstOf(
  events: readonly LoggedEvent[],
  isMeant: (event: LoggedEvent) => boolean,
  most: number,
): { readonly shown: readonly LoggedEvent[]; readonly last: LoggedEvent | null } {
  const shown: LoggedEvent[] = [];
  let last: LoggedEvent | null = null;
  for (const event of events) {
    if (shown.length === most) return { shown, last };
    last = event;
    if (isMeant(event)) shown.push(event);
  }
  return { shown, last };
}

/** Names are looked up for a page at once, batch by batch. */
async function withNames(
  { reports: { insights } }: EventParts,
  events: readonly LoggedEvent[],
  next: Place | null,
): Answer<ReportPage<EventRecord>> {
  const rows = new Map<LoggedEvent, EventRecord>();
  for (const [batchId, own] of Map.groupBy(events, (event) => event.batchId)) {
    if (batchId === 0) {
      for (const event of own) rows.set(event, recordOf(event, NO_NAMES));
      continue;
    }
    const steps = idsOf<StepExecutionId>(own.map(({ executionId }) => executionId));
    const named = await insights.named(batchId, steps);
    if (!named.ok) return named;
    const keys = await insights.keys(batchId, idsOf<MemberId>(own.map(({ memberId }) => memberId)));
    if (!keys.ok) return keys;
    const phases = await insights.phasesOf([batchId]);
    if (!phases.ok) return phases;
    const names: Names = {
      steps: new Map(named.value.map(({ id, stepName }) => [id, stepName])),
      members: keys.value,
      phases: new Map(phases.value.map(({ id, name }) => [id, name])),
    };
    for (const event of own) rows.set(event, recordOf(event, names));
  }
  return ok({ rows: events.flatMap((event) => rows.get(event) ?? []), next });
}

const idsOf = <Id extends number>(ids: readonly (Id | 0)[]): readonly Id[] =>
  [...new Set(ids)].flatMap((id) => orNull(id) ?? []);

type Names = {
  readonly steps: ReadonlyMap<number, string>;
  readonly members: ReadonlyMap<number, string>;
  readonly phases: ReadonlyMap<number, string>;
};
const NO_NAMES: Names = { steps: new Map(), members: new Map(), phases: new Map() };

/** 0 stands where other rows have an id. */
function orNull<Id extends number>(id: Id | 0): Id | null {
  return id === 0 ? null : (id as Id);
}

const recordOf = (event: LoggedEvent, { steps, members, phases }: Names): EventRecord => ({
  batchId: orNull(event.batchId),
  seq: event.seq,
  at: instantOf(event.at),
  type: event.type,
  actor: event.actor,
  cause: event.cause,
  memberId: orNull(event.memberId),
  memberKey: members.get(event.memberId) ?? null,
  phaseId: orNull(event.phaseId),
  phaseName: phases.get(event.phaseId) ?? null,
  stepId: orNull(event.executionId),
  stepName: steps.get(event.executionId) ?? null,
  from: event.from,
  to: event.to,
  detail: event.detail === null ? null : { ...event.detail },
});
