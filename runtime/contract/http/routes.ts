/** Every route of the API, said once. The server registers from this table and the CLI calls
 *  by it, so neither can know a route that the other does not. */
import { BATCH_ROUTES } from "./batch-routes.ts";
import type { Route } from "./route.ts";
import { RUN_ROUTES } from "./run-routes.ts";
import { RUNBOOK_ROUTES } from "./runbook-routes.ts";

export const ROUTES = {
  ...RUNBOOK_ROUTES,
  ...BATCH_ROUTES,
  ...RUN_ROUTES,
} as const satisfies Readonly<Record<string, Route>>;

const PARAMETER = /\{([A-Za-z_]+)\}/g;

/** The address of a route with its parameters filled in, each encoded as one segment. */
export function routePath(route: Route, params: Readonly<Record<string, string | number>>): string {
  return route.path.replace(PARAMETER, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}
