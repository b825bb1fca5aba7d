/** Questions of people, answered from bounded reads: why, timeline, failures, search, log and
 *  overview. */
import type { BatchEventsQuery } from "../../contract/http/events.ts";
import { ok } from "../../contract/result.ts";
import { allEvents, batchEvents } from "../../queries/events.ts";
import { failuresOf } from "../../queries/failures.ts";
import { overviewOf } from "../../queries/overview.ts";
import { searchPage } from "../../queries/search.ts";
import { timelineOf } from "../../queries/timeline.ts";
import { type UnknownPart, whyOf } from "../../queries/why.ts";
import type { BatchReport } from "../../store/reports.ts";
import type { Backend } from "../backend.ts";
import { refuse, storeAway } from "../serving/answer.ts";
import { pageBody, pageIn } from "../serving/cursor.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists, unknownBatch } from "./batches.ts";

type Parts = Pick<Backend, "clock" | "engine" | "health" | "notReady" | "reports" | "store">;

type Names =
  | "getOverview"
  | "getWhy"
  | "getTimeline"
  | "listFailures"
  | "search"
  | "listBatchEvents"
  | "listEvents";

const UNKNOWN: Readonly<Record<UnknownPart, string>> = {
  "unknown-batch": "There is no such batch.",
  "unknown-phase": "The batch has no phase of that name.",
  "unknown-member": "The batch has no such member.",
  "unknown-step": "The batch has no such step.",
};

export const insightHandlers = (parts: Parts): HandlersOf<Names> => {
  const { reports, engine, notReady, store } = parts;
  const asked = { reports, plan: engine.plan };
  const logged = { reports, records: store.records };
  return {
    getOverview: () => overview(parts),
    getWhy: async ({ params: { id }, query }) => {
      const why = await whyOf(asked, id, query, notReady());
      if (why.ok) return why;
      const { error } = why;
      if (error.kind === "store") return storeAway(error.failure);
      return refuse(error.kind, UNKNOWN[error.kind]);
    },
    getTimeline: async ({ params: { id }, query }) => {
      const timeline = await timelineOf(asked, id, query);
      if (!timeline.ok) return storeAway(timeline.error);
      return timeline.value === null ? unknownBatch(id) : ok(timeline.value);
    },
    listFailures: async ({ params: { id } }) => {
      const failures = await failuresOf(asked, id);
      if (!failures.ok) return storeAway(failures.error);
      return failures.value === null ? unknownBatch(id) : ok(failures.value);
    },
    search: async ({ query }) => {
      const page = pageIn(query);
      if (!page.ok) return page;
      const found = await searchPage(reports, page.value);
      return found.ok ? ok(pageBody(found.value, page.value.after)) : storeAway(found.error);
    },
    listBatchEvents: async ({ params: { id }, query }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const page = pageIn(query);
      if (!page.ok) return page;
      const found = await batchEvents(logged, id, page.value);
      if (!found.ok) return storeAway(found.error);
      const total = loggedIn(exists.value, query);
      return ok(pageBody({ ...found.value, ...total }, page.value.after));
    },
    listEvents: async ({ query }) => {
      const page = pageIn(query);
      if (!page.ok) return page;
      const found = await allEvents(logged, page.value);
      return found.ok ? ok(pageBody(found.value, page.value.after)) : storeAway(found.error);
    },
  };
};

/** Events of a batch are numbered without gaps; those that fit a filter are not counted. */
function loggedIn({ changeCount }: BatchReport, { after = 0, type, memberId }: BatchEventsQuery) {
  if (type !== undefined || memberId !== undefined) return {};
  return { total: { count: Math.max(0, changeCount - after), isCapped: false } };
}

async function overview({ clock, health, reports, store }: Parts) {
  const engine = await health();
  if (engine === null) return refuse("unavailable", "The database does not answer.");
  const { records, incidents, runbooks } = store;
  const told = await overviewOf({ reports, records, incidents, runbooks }, clock.now());
  return told.ok ? ok({ ...told.value, engine }) : storeAway(told.error);
}
