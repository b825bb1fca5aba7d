/** A table of routes: method and path to handler, with the permissions that open it. A path is
 *  written in parts, where a star stands for one part. */
import type { Handler, TenantRequest } from "./answer.ts";

export type Route = {
  readonly method: string;
  readonly path: readonly string[];
  /** Any one of these opens it; empty when none is asked for. */
  readonly roles: readonly string[];
  readonly handler: Handler;
  readonly narrow: Narrow | null;
};

/** Permissions that open it together, for a part of what it does. */
type Narrow = {
  readonly roles: readonly string[];
  readonly isFor: (request: TenantRequest) => boolean;
};

export const route = (
  method: string,
  path: string,
  roles: readonly string[],
  handler: Handler,
  narrow: Narrow | null = null,
): Route => ({ method, path: path.split("/"), roles, handler, narrow });

export const isOpen = (
  { roles, narrow }: Route,
  request: TenantRequest,
  held: readonly string[],
): boolean =>
  roles.some((role) => held.includes(role)) ||
  (narrow?.roles.every((role) => held.includes(role)) === true && narrow.isFor(request));

export type Found =
  | { readonly kind: "found"; readonly route: Route }
  | { readonly kind: "no-method" }
  | { readonly kind: "no-path" };

/** Names of paths do not care about case; what stands for a star is taken as it is. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: TenantRequest["path"],
): Found {
  const fitting = routes.filter((each) => fits(each.path, path));
  const found = fitting.find((each) => each.method === method);
  if (found !== undefined) return { kind: "found", route: found };
  return fitting.length === 0 ? { kind: "no-path" } : { kind: "no-method" };
}

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, at) => part === "*" || part.toLowerCase() === path[at]?.toLowerCase());
