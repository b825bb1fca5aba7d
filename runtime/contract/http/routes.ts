/** Every route of the API, said once. The server registers from this table and the CLI calls
 *  by it, so neither can know a route that the other does not. */
import { BATCH_ROUTES } from "./batch-routes.ts";
import { EVENT_ROUTES } from "./event-routes.ts";
import { INCIDENT_ROUTES } from "./incident-routes.ts";
import { INSIGHT_ROUTES } from "./insight-routes.ts";
import { ORDER_ROUTES } from "./order-routes.ts";
import { PLATFORM_ROUTES } from "./platform-routes.ts";
import type { ProblemCode } from "./problem-codes.ts";
import type { Route } from "./route.ts";
import { RUN_ROUTES } from "./run-routes.ts";
import { RUNBOOK_ROUTES } from "./runbook-routes.ts";

export const ROUTES = {
  ...RUNBOOK_ROUTES,
  ...BATCH_ROUTES,
  ...ORDER_ROUTES,
  ...INSIGHT_ROUTES,
  ...EVENT_ROUTES,
  ...INCIDENT_ROUTES,
  ...PLATFORM_ROUTES,
  ...RUN_ROUTES,
} as const satisfies Readonly<Record<string, Route>>;
export type RouteName = keyof typeof ROUTES;

const PARAMETER = /\{([A-Za-z_]+)\}/g;

/** The address of a route with its parameters filled in, each encoded as one segment. */
export function routePath(route: Route, params: Readonly<Record<string, string | number>>): string {
  return route.path.replace(PARAMETER, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Everything a route may answer besides its response: what its shape implies, and its own. */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const { method, policy, params, query, request, ifMatch } = route;
  const isPaged = query !== null && "cursor" in query.shape;
  return [
    ...(params !== null || query !== null || request !== null
      ? (["invalid-request"] as const)
      : []),
    ...(isPaged ? (["invalid-cursor"] as const) : []),
    ...(policy === "public" ? [] : (["unauthenticated", "forbidden"] as const)),
    ...(method === "GET" ? [] : (["wrong-origin", "invalid-key", "key-reused"] as const)),
    ...(request === null ? [] : (["too-large", "wrong-content-type"] as const)),
    ...(ifMatch ? (["batch-changed", "conflict", "set-aside", "unknown-row"] as const) : []),
    ...route.problems,
    "too-many-requests",
    "internal-error",
    "unavailable",
  ];
}
