/** Looking into a simulated tenant and changing how it behaves, over HTTP and without a token;
 *  for tests, for people and for the dashboard. All JSON:
 *  - `GET  summary`  → `{ tenantId, subscriptionId, domains, seed, company, now, objects: { users:
 *    n, … }, faults: { profile, rules: n }, requests: { graph: { calls, throttled, failed }, … } }`
 *  - `GET  objects/{table}?search=&top=&after=` → `{ items: [{ key, value, changedAt, isNew }],
 *    next, total }`; `next` is the `after` of the next page, or null. Search looks into all texts.
 *  - `GET  objects/{table}/{key}` → `{ key, value, versions: [{ at, value }] }`
 *  - `GET  log?top=&family=&status=` → `{ entries: [LogEntry] }`, newest first
 *  - `GET  faults` → `{ profile, rules }`; `PUT faults` with `{ profile: name }` or
 *    `{ profile: { base: name, … } }`
 *  - `POST faults/rules` with a FaultRule: strikes the next calls that fit; `DELETE faults/rules`
 *  - `POST alerts/{name}` with `{ subject, text }`: a webhook; what it is told is in the outbox
 *  - `POST reset` → as at its beginning, its faults too
 *  Values of secrets are never shown.
 *  C1. Who comes through a browser from another page is refused. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { type Answer, EMPTY, json, type TenantRequest } from "../answer.ts";
import { TABLE_NAMES } from "../objects.ts";
import type { RequestLog } from "../request-log.ts";
import type { CompanySize } from "../settings.ts";
import type { World } from "../world.ts";
import { countOf, listObjects, oneObject } from "./inspect-objects.ts";
import { keepAlert } from "./keep-alert.ts";
import { addRule, setProfile } from "./set-faults.ts";

export type Control = {
  readonly world: World;
  readonly company: CompanySize;
  readonly log: RequestLog;
  readonly reset: () => void;
};

export function control(parts: Control, request: TenantRequest, now: number): Answer {
  const { world, log } = parts;
  const problem = strangerProblem(request, world);
  if (problem !== null) return refused(403, problem);
  const [what = "", ...rest] = request.path;
  switch (`${request.method} ${what}${rest.length === 0 ? "" : "/"}`) {
    case "GET summary":
      return json(200, summary(parts, now));
    case "GET objects/":
      return rest.length === 1
        ? listObjects(world, rest[0] ?? "", request.query)
        : oneObject(world, rest[0] ?? "", rest.slice(1).join("/"));
    case "GET log":
      return json(200, { entries: logEntries(log, request.query) });
    case "GET faults":
      return json(200, { profile: world.faults.profile, rules: world.faults.rules });
    case "PUT faults":
      return setProfile(world, request.body);
    case "POST faults/":
      return addRule(world, request.body);
    case "DELETE faults/":
      world.faults.rules = [];
      return EMPTY;
    case "POST alerts/":
      return keepAlert({ world, now }, rest.join("/"), request.body);
    case "POST reset":
      parts.reset();
      log.clear();
      return EMPTY;
    default:
      return refused(404, "There is no such control: see /_sim/summary.");
  }
}

const refused = (status: number, message: string): Answer =>
  json(status, { error: { code: status === 404 ? "NotFound" : "BadRequest", message } });

function strangerProblem({ headers }: TenantRequest, { settings }: World): string | null {
  const host = headers["host"] ?? "";
  const here = new URL(settings.origin).port;
  if (host !== `127.0.0.1:${here}` && host !== `localhost:${here}`) {
    return "Only who calls this machine by its loopback address is answered.";
  }
  const from = headers["sec-fetch-site"];
  return from === undefined || from === "same-origin" || from === "none"
    ? null
    : "A page of another place may not control the tenant.";
}

function summary({ world, company, log }: Control, now: number): JsonObject {
  const { tenantId, subscriptionId, domains, seed } = world.settings;
  const { profile, rules } = world.faults;
  return {
    tenantId,
    subscriptionId,
    domains,
    seed,
    company,
    now: new Date(now).toISOString(),
    objects: Object.fromEntries(TABLE_NAMES.map((name) => [name, countOf(world, name)])),
    faults: { profile: profile.name, rules: rules.length },
    requests: log.totals(),
  };
}

const LOG_TOP = 100;

function logEntries(log: RequestLog, query: URLSearchParams): readonly object[] {
  const top = Number(query.get("top") ?? LOG_TOP);
  const family = query.get("family");
  const status = query.get("status");
  return log
    .entries()
    .filter((entry) => family === null || entry.family === family)
    .filter((entry) => status === null || String(entry.status) === status)
    .slice(0, Number.isInteger(top) && top > 0 ? top : LOG_TOP);
}
