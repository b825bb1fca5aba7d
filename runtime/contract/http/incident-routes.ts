/** Routes of incidents: the dead letters of every queue, in one list. */
import {
  IncidentDetail,
  IncidentListQuery,
  IncidentPage,
  IncidentPath,
  IncidentsEnded,
  incidentsRequest,
} from "./incidents.ts";
import { Ordered } from "./orders.ts";
import type { Route } from "./route.ts";

const shared = { tag: "incidents", ifMatch: false, promise: "R28" } as const;
const ordered = { status: 200, contentType: "application/json", schema: Ordered } as const;
const ended = { status: 200, contentType: "application/json", schema: IncidentsEnded } as const;
const ONE = ["unknown-incident", "incident-closed"] as const;

export const INCIDENT_ROUTES = {
  listIncidents: {
    ...shared,
    method: "GET",
    path: "/api/incidents",
    policy: "authenticated",
    summary: "List open incidents (dead letters), the oldest first",
    params: null,
    query: IncidentListQuery,
    request: null,
    response: { status: 200, contentType: "application/json", schema: IncidentPage },
    problems: [],
  },
  getIncident: {
    ...shared,
    method: "GET",
    path: "/api/incidents/{incidentId}",
    policy: "authenticated",
    summary: "Show an incident with its message",
    params: IncidentPath,
    query: null,
    request: null,
    response: { status: 200, contentType: "application/json", schema: IncidentDetail },
    problems: ["unknown-incident"],
  },
  redriveIncident: {
    ...shared,
    method: "POST",
    path: "/api/incidents/{incidentId}/redrive",
    policy: "operator",
    summary: "Send the message of an incident again",
    params: IncidentPath,
    query: null,
    request: null,
    response: ordered,
    problems: [...ONE, "job-given-up", "unsendable"],
  },
  discardIncident: {
    ...shared,
    method: "POST",
    path: "/api/incidents/{incidentId}/discard",
    policy: "operator",
    summary: "Let the message of an incident go",
    params: IncidentPath,
    query: null,
    request: null,
    response: ordered,
    problems: ONE,
  },
  redriveIncidents: {
    ...shared,
    method: "POST",
    path: "/api/incidents/redrive",
    policy: "operator",
    summary: "Send the messages of several incidents again: chosen, filtered or all",
    params: null,
    query: null,
    request: incidentsRequest,
    response: ended,
    problems: [],
  },
  discardIncidents: {
    ...shared,
    method: "POST",
    path: "/api/incidents/discard",
    policy: "operator",
    summary: "Let the messages of several incidents go: chosen, filtered or all",
    params: null,
    query: null,
    request: incidentsRequest,
    response: ended,
    problems: [],
  },
} as const satisfies Readonly<Record<string, Route>>;
