/** Routes of the log: in pages, and as it is written. A stream goes on behind the event that
 *  `Last-Event-ID` names; without it, it begins with what happens next. */
import { BatchPath } from "./batches.ts";
import { BatchEventsQuery, EventPage, EventRecord, EventsQuery } from "./events.ts";
import type { Route } from "./route.ts";

const reading = {
  method: "GET",
  policy: "authenticated",
  tag: "events",
  request: null,
  ifMatch: false,
  promise: null,
} as const;
const page = { status: 200, contentType: "application/json", schema: EventPage } as const;
const stream = { status: 200, contentType: "text/event-stream", schema: EventRecord } as const;

export const EVENT_ROUTES = {
  listBatchEvents: {
    ...reading,
    path: "/api/batches/{id}/events",
    summary: "Read the log of a batch",
    params: BatchPath,
    query: BatchEventsQuery,
    response: page,
    problems: ["unknown-batch"],
  },
  streamBatchEvents: {
    ...reading,
    path: "/api/batches/{id}/events/stream",
    summary: "Follow the log of a batch as it is written",
    params: BatchPath,
    query: null,
    response: stream,
    problems: ["unknown-batch"],
  },
  listEvents: {
    ...reading,
    path: "/api/events",
    summary: "Read the log of everything, the newest first",
    params: null,
    query: EventsQuery,
    response: page,
    problems: [],
  },
  streamEvents: {
    ...reading,
    path: "/api/events/stream",
    summary: "Follow the log of everything as it is written",
    params: null,
    query: null,
    response: stream,
    problems: [],
  },
} as const satisfies Readonly<Record<string, Route>>;
