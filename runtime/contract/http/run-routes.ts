/** Routes of HayMaker runs: all of them only read. */
import type { Route } from "./route.ts";
import { RunLogs, RunLogsQuery } from "./run-logs.ts";
import { RunResources, RunServicePrincipals } from "./run-resources.ts";
import { RunDetail, RunList, RunListQuery, RunPath, RunsStatus } from "./runs.ts";

const reading = {
  method: "GET",
  policy: "authenticated",
  tag: "runs",
  request: null,
  ifMatch: false,
} as const;

export const RUN_ROUTES = {
  getStatus: {
    ...reading,
    path: "/api/status",
    summary: "Show whether runs are under way",
    params: null,
    query: null,
    response: { status: 200, contentType: "application/json", schema: RunsStatus },
    problems: [],
    promise: "H-062",
  },
  listRuns: {
    ...reading,
    path: "/api/runs",
    summary: "List recent runs, newest first",
    params: null,
    query: RunListQuery,
    response: { status: 200, contentType: "application/json", schema: RunList },
    problems: [],
    promise: "H-063",
  },
  getRun: {
    ...reading,
    path: "/api/runs/{run_id}",
    summary: "Show a run with its scenarios",
    params: RunPath,
    query: null,
    response: { status: 200, contentType: "application/json", schema: RunDetail },
    problems: ["not-found"],
    promise: "H-064",
  },
  listRunResources: {
    ...reading,
    path: "/api/runs/{run_id}/resources",
    summary: "List what a run created and what is left",
    params: RunPath,
    query: null,
    response: { status: 200, contentType: "application/json", schema: RunResources },
    problems: ["not-found"],
    promise: "H-065",
  },
  listRunServicePrincipals: {
    ...reading,
    path: "/api/runs/{run_id}/service-principals",
    summary: "List the service principals of a run",
    params: RunPath,
    query: null,
    response: { status: 200, contentType: "application/json", schema: RunServicePrincipals },
    problems: ["not-found"],
    promise: "H-066",
  },
  getRunLogs: {
    ...reading,
    path: "/api/runs/{run_id}/logs",
    summary: "Read the log of a run, page by page",
    params: RunPath,
    query: RunLogsQuery,
    response: { status: 200, contentType: "application/json", schema: RunLogs },
    problems: ["not-found"],
    promise: "H-067",
  },
} as const satisfies Readonly<Record<string, Route>>;
