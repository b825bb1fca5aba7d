/** Everywhere a local host shows something: every route that reads, for each role; the pages; and
 *  what the command line prints. Routes come from the route table, so that a new one is looked at
 *  too. */
import { SIGN_IN_LINKS_PATH, SignInLink } from "../../../../runtime/contract/dev-token.ts";
import type { Role } from "../../../../runtime/contract/http/roles.ts";
import type { Route } from "../../../../runtime/contract/http/route.ts";
import { ROUTES, routePath } from "../../../../runtime/contract/http/routes.ts";
import { RUN_ROUTES } from "../../../../runtime/contract/http/run-routes.ts";
import { devToken } from "../../api/client.ts";
import { drover } from "../../cli/drover.ts";
import type { Local } from "../local-process.ts";
import { plainCanary } from "./plant-marked.ts";

export type Place = { readonly where: string; readonly text: string };

/** A browser's way in: a link for the role, and the token of the cookie it makes. */
export async function tokenFor(local: Local, data: string, role: Role): Promise<string> {
  const made = await fetch(new URL(SIGN_IN_LINKS_PATH, local.address), {
    method: "POST",
    headers: {
      authorization: `Bearer ${devToken(data).token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ role }),
  });
  const { url } = SignInLink.parse(await made.json());
  const signedIn = await fetch(url, { redirect: "manual" });
  const token = /=([^;]+);/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1];
  if (token === undefined) throw new Error(`no cookie for ${role}: ${signedIn.status}`);
  return token;
}

const LOCAL = ["summary", "log?top=1000", ...["users", "moves"].map((name) => `objects/${name}`)];
const PAGES = ["/", "/batches", "/batches/1", "/tenant", "/api/docs", "/api/openapi.json"];
const STREAM_MS = 1_500;
const AT_ONCE = 28;

export async function httpPlaces(
  local: Local,
  token: string,
  ids: readonly number[],
  runbook: string,
): Promise<readonly Place[]> {
  const reading = Object.entries(ROUTES as Readonly<Record<string, Route>>).filter(
    ([name, { method }]) => !(name in RUN_ROUTES) && (method === "GET" || name === "previewQuery"),
  );
  const paths = reading.flatMap(([name, route]) =>
    (route.path.includes("{id}") ? ids : [1]).map((id) => ({
      name,
      route,
      // Every batch has one member and one step, made in the same order.
      path: routePath(route, {
        id,
        memberId: id,
        stepId: id,
        incidentId: id,
        name: runbook,
        v: 1,
        key: "worker:worker-01",
      }),
    })),
  );
  const asked = [
    ...paths.map(({ name, route, path }) => ({
      path: name === "search" ? `${path}?member=ada` : path,
      init: route.method === "GET" ? {} : { method: route.method, body: "{}" },
    })),
    ...[...PAGES, ...LOCAL.map((path) => `/local/tenant/${path}`)].map((path) => ({
      path,
      init: {},
    })),
  ];
  const places: Place[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE);
    places.push(...(await Promise.all(some.map((each) => read(local, token, each)))));
  }
  return places;
}

const PARTS = ["members", "steps", "failures", "events", "export", "timeline", "why"];

/** What is told about one runbook and its batch: what its source shows, a table to fill in, a
 *  batch that is not made, and who is found by a value of its member. */
export function markedPlaces(
  local: Local,
  token: string,
  { name, id }: { readonly name: string; readonly id: number },
): Promise<readonly Place[]> {
  const path = `/api/runbooks/${name}`;
  const table = `Person,Welcome\nbo@contoso.example,${plainCanary(name)}\n`;
  const asked: readonly Asked[] = [
    ...[path, `${path}/template`, ...PARTS.map((part) => `/api/batches/${id}/${part}`)].map(
      (each) => ({ path: each, init: {} }),
    ),
    { path: `${path}/query/preview`, init: { method: "POST", body: "{}" } },
    {
      path: `/api/batches/preview?runbookName=${name}`,
      init: { method: "POST", body: table, headers: { "content-type": "text/csv" } },
    },
    { path: `/api/search?member=${plainCanary(name).slice(0, 16)}`, init: {} },
  ];
  return Promise.all(asked.map((each) => read(local, token, each)));
}

type Asked = { readonly path: string; readonly init: RequestInit };

async function read({ address }: Local, token: string, { path, init }: Asked): Promise<Place> {
  const answer = await fetch(new URL(path, address), {
    ...init,
    headers: {
      "content-type": "application/json",
      ...init.headers,
      authorization: `Bearer ${token}`,
    },
  });
  const type = answer.headers.get("content-type") ?? "";
  const body = type.includes("event-stream") ? await begun(answer) : await answer.text();
  return {
    where: `${answer.status} ${path}`,
    text: `${JSON.stringify([...answer.headers])}${body}`,
  };
}

/** What a stream brings at first; it has no end. */
async function begun(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const over = new Promise<null>((resolve) => setTimeout(() => resolve(null), STREAM_MS));
  for (;;) {
    const chunk = await Promise.race([reader?.read(), over]);
    if (chunk === null || chunk === undefined || chunk.done) break;
    text += chunk.value;
  }
  await reader?.cancel();
  return text;
}

const COMMANDS = [
  "status",
  "events",
  "incident list",
  "worker list",
  "audit list",
  "batch list",
  "batch attention",
  ...["get", "members", "steps", "failures", "timeline", "export", "why"].map(
    (word) => `batch ${word} BATCH`,
  ),
  "batch member BATCH BATCH",
  "batch step BATCH BATCH",
  "logs BATCH",
  "search ada",
];

export function cliPlaces(data: string, batches: readonly number[]): readonly Place[] {
  const commands = COMMANDS.flatMap((command) =>
    command.includes("BATCH")
      ? batches.map((id) => command.replaceAll("BATCH", String(id)))
      : [command],
  );
  return commands.map((command) => {
    const { stdout, stderr, status } = drover([...command.split(" "), "--data", data]);
    return { where: `drover ${command} (${status})`, text: `${stdout}${stderr}` };
  });
}
