/** Routes of the platform itself. */
import { AuditPage, AuditQuery } from "./audit.ts";
import { Health } from "./health.ts";
import { LimitList, LimitPath, limitRequest } from "./job-limits.ts";
import { Ordered } from "./orders.ts";
import { Environment, Me, Ready, WorkerList } from "./platform.ts";
import type { Route } from "./route.ts";

const reading = {
  method: "GET",
  tag: "platform",
  params: null,
  query: null,
  request: null,
  ifMatch: false,
  problems: [],
  promise: null,
} as const;

export const PLATFORM_ROUTES = {
  getHealth: {
    ...reading,
    path: "/api/health",
    policy: "public",
    summary: "Say that the process lives, and how the engine is",
    response: { status: 200, contentType: "application/json", schema: Health },
  },
  getReady: {
    ...reading,
    path: "/api/ready",
    policy: "public",
    summary: "Say whether requests can be served now",
    response: { status: 200, contentType: "application/json", schema: Ready },
    problems: ["not-ready"],
  },
  getEnvironment: {
    ...reading,
    path: "/api/environment",
    policy: "public",
    summary: "Say which installation this is and how one signs in",
    response: { status: 200, contentType: "application/json", schema: Environment },
  },
  getMe: {
    ...reading,
    path: "/api/me",
    policy: "authenticated",
    summary: "Say who is asking, with which roles",
    response: { status: 200, contentType: "application/json", schema: Me },
    promise: "M-105",
  },
  listWorkers: {
    ...reading,
    path: "/api/workers",
    policy: "authenticated",
    summary: "List the registered workers and their functions",
    response: { status: 200, contentType: "application/json", schema: WorkerList },
  },
  listLimits: {
    ...reading,
    path: "/api/limits",
    policy: "authenticated",
    summary: "List how many jobs of a worker or function may be out at once",
    response: { status: 200, contentType: "application/json", schema: LimitList },
  },
  setLimit: {
    ...reading,
    method: "PUT",
    path: "/api/limits/{key}",
    policy: "operator",
    summary: "Set or lift how many jobs of a worker or function may be out at once",
    params: LimitPath,
    request: limitRequest,
    response: { status: 200, contentType: "application/json", schema: Ordered },
    problems: ["invalid-limit"],
  },
  listAudit: {
    ...reading,
    path: "/api/audit",
    policy: "auditor",
    summary: "List who changed what and who read member data, the newest first",
    query: AuditQuery,
    response: { status: 200, contentType: "application/json", schema: AuditPage },
  },
} as const satisfies Readonly<Record<string, Route>>;
