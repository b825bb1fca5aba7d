/** Asks a running API by its route table, and holds every answer against it: the status is one
 *  the route declares, the body is of the declared schema, an error is a problem with a declared
 *  code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { DEV_TOKEN_FILE, DevToken } from "../../../runtime/contract/dev-token.ts";
import { ProblemDetails } from "../../../runtime/contract/http/problem-details.ts";
import type { Route } from "../../../runtime/contract/http/route.ts";
import {
  problemsOf,
  ROUTES,
  type RouteName,
  routePath,
} from "../../../runtime/contract/http/routes.ts";

export type Asking = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Told = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies were held against their schemas above.
  readonly body: any;
};

export type Client = (name: RouteName, asking?: Asking) => Promise<Told>;

export const devToken = (folder: string): DevToken =>
  DevToken.parse(JSON.parse(readFileSync(join(folder, DEV_TOKEN_FILE), "utf8")));

export function clientOf(origin: string, token: string | null): Client {
  return async (name, asking = {}) => {
    const route: Route = ROUTES[name];
    const url = new URL(routePath(route, asking.params ?? {}), origin);
    for (const [key, value] of Object.entries(asking.query ?? {})) {
      url.searchParams.set(key, String(value));
    }
    const answer = await fetch(url, {
      method: route.method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(asking.body === undefined ? {} : { "content-type": contentTypeOf(route) }),
        ...asking.headers,
      },
      ...(asking.body === undefined ? {} : { body: textOf(asking.body) }),
    });
    return { status: answer.status, headers: answer.headers, body: await checked(route, answer) };
  };
}

const contentTypeOf = ({ request }: Route): string => request?.contentType ?? "application/json";
const textOf = (body: object | string): string =>
  typeof body === "string" ? body : JSON.stringify(body);

async function checked(route: Route, answer: Response): Promise<unknown> {
  const type = answer.headers.get("content-type") ?? "";
  const text = await answer.text();
  if (answer.status === route.response.status) {
    expect(type).toContain(route.response.contentType);
    if (route.response.contentType !== "application/json") return text;
    return route.response.schema.strict().parse(JSON.parse(text));
  }
  expect(type).toContain("application/problem+json");
  const problem = ProblemDetails.parse(JSON.parse(text));
  expect(problem.status).toBe(answer.status);
  expect(problemsOf(route)).toContain(problem.code);
  expect(answer.headers.get("x-correlation-id")).toBe(problem.correlationId);
  return problem;
}
