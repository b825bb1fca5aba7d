/** Everywhere a local host shows something: every route that reads, for each role; the pages; what
 *  the command line prints; and the columns of the database. Routes come from the route table and
 *  columns from the database, so that a new one is looked at too. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SIGN_IN_LINKS_PATH, SignInLink } from "../../../../runtime/contract/dev-token.ts";
import type { Role } from "../../../../runtime/contract/http/roles.ts";
import type { Route } from "../../../../runtime/contract/http/route.ts";
import { ROUTES, routePath } from "../../../../runtime/contract/http/routes.ts";
import { RUN_ROUTES } from "../../../../runtime/contract/http/run-routes.ts";
import { devToken } from "../../api/client.ts";
import { drover } from "../../cli/drover.ts";
import { rowsIn } from "../database.ts";
import type { Local } from "../local-process.ts";

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
  batches: number,
  runbook: string,
): Promise<readonly Place[]> {
  const reading = Object.entries(ROUTES as Readonly<Record<string, Route>>).filter(
    ([name, { method }]) => !(name in RUN_ROUTES) && (method === "GET" || name === "previewQuery"),
  );
  const ids = Array.from({ length: batches }, (_, at) => at + 1);
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

type Asked = { readonly path: string; readonly init: RequestInit };

async function read({ address }: Local, token: string, { path, init }: Asked): Promise<Place> {
  const answer = await fetch(new URL(path, address), {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
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

/** Each column of each table, all its values together. */
export function databasePlaces(data: string): readonly Place[] {
  const tables = rowsIn(data, "select name from sqlite_master where type = 'table'");
  return tables.flatMap(({ name }) => {
    const rows = rowsIn(data, `select * from "${String(name)}"`);
    const columns = Object.keys(rows[0] ?? {});
    return columns.map((column) => ({
      where: `${String(name)}.${column}`,
      text: rows.map((row) => textOf(row[column])).join("\n"),
    }));
  });
}

/** Of every message the bus ever had, what stands beside its body. */
export const messageProperties = (data: string): readonly Place[] =>
  rowsIn(data, "select records from bus_journal").flatMap(({ records }) =>
    [...textOf(records).matchAll(/"properties":\{[^}]*\}/g)].map(([text]) => ({
      where: "a message's properties",
      text,
    })),
  );

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);

/** The database with its log, byte by byte: also what was deleted lies there for a while. */
export const filePlaces = (data: string): readonly Place[] =>
  ["drover.db", "drover.db-wal", "throttle.db", "throttle.db-wal", "host.lock"]
    .map((name) => ({ name, path: join(data, name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ where: name, text: readFileSync(path, "latin1") }));
