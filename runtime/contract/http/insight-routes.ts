/** Routes that tell how things are: overview, reasons, timeline, failures, search. */
import { AttentionList } from "./attention.ts";
import { BatchPath } from "./batches.ts";
import { Failures } from "./failures.ts";
import { Overview } from "./overview.ts";
import type { Route } from "./route.ts";
import { SearchPage, SearchQuery } from "./search.ts";
import { Timeline, TimelineQuery } from "./timeline.ts";
import { Why, WhyQuery } from "./why.ts";

const reading = {
  method: "GET",
  policy: "authenticated",
  tag: "batches",
  request: null,
  ifMatch: false,
  promise: null,
} as const;

export const INSIGHT_ROUTES = {
  getOverview: {
    ...reading,
    tag: "platform",
    path: "/api/overview",
    summary: "Show what runs, what needs a person and what is due next",
    params: null,
    query: null,
    response: { status: 200, contentType: "application/json", schema: Overview },
    problems: [],
  },
  listAttention: {
    ...reading,
    tag: "platform",
    path: "/api/attention",
    summary: "List what needs a person, of all batches and of the platform",
    params: null,
    query: null,
    response: { status: 200, contentType: "application/json", schema: AttentionList },
    problems: [],
  },
  listBatchAttention: {
    ...reading,
    path: "/api/batches/{id}/attention",
    summary: "List what of a batch needs a person",
    params: BatchPath,
    query: null,
    response: { status: 200, contentType: "application/json", schema: AttentionList },
    problems: ["unknown-batch"],
  },
  getWhy: {
    ...reading,
    path: "/api/batches/{id}/why",
    summary: "Say why a batch, phase, member or step is not moving, and when it may end",
    params: BatchPath,
    query: WhyQuery,
    response: { status: 200, contentType: "application/json", schema: Why },
    problems: ["unknown-batch", "unknown-phase", "unknown-member", "unknown-step"],
  },
  getTimeline: {
    ...reading,
    path: "/api/batches/{id}/timeline",
    summary: "Show the attempts of a batch over time, lane by lane",
    params: BatchPath,
    query: TimelineQuery,
    response: { status: 200, contentType: "application/json", schema: Timeline },
    problems: ["unknown-batch"],
  },
  listFailures: {
    ...reading,
    path: "/api/batches/{id}/failures",
    summary: "List the failures of a batch, those alike in one group",
    params: BatchPath,
    query: null,
    response: { status: 200, contentType: "application/json", schema: Failures },
    problems: ["unknown-batch"],
  },
  search: {
    ...reading,
    tag: "platform",
    path: "/api/search",
    summary: "Find members and steps by key, status, error class and time",
    params: null,
    query: SearchQuery,
    response: { status: 200, contentType: "application/json", schema: SearchPage },
    problems: [],
  },
} as const satisfies Readonly<Record<string, Route>>;
