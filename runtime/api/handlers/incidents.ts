/** Incidents: the messages that the bus gave up, looked at, sent again or let go. */
import type { IncidentListQuery, Incident as Shown } from "../../contract/http/incidents.ts";
import type { ROUTES } from "../../contract/http/routes.ts";
import { Instant } from "../../contract/instant.ts";
import { LIMITS } from "../../contract/limits.ts";
import { shownBody } from "../../contract/messages/shown-body.ts";
import { ok } from "../../contract/result.ts";
import type { Asked, OrderAnswer } from "../../orchestrator/orders/answer.ts";
import type { Incident } from "../../store/incidents.ts";
import type { Backend } from "../backend.ts";
import { type Answer, orderRefused, refuse, storeAway } from "../serving/answer.ts";
import { pageBody, pageIn } from "../serving/cursor.ts";
import type { HandlersOf, Inquiry } from "../serving/handler.ts";

type Parts = Pick<Backend, "orders" | "store">;

type Names =
  | "listIncidents"
  | "getIncident"
  | "redriveIncident"
  | "discardIncident"
  | "redriveIncidents"
  | "discardIncidents";

type End = (request: { readonly incidentId: number }, asked: Asked) => Promise<OrderAnswer>;
type Filters = Omit<IncidentListQuery, "cursor" | "limit">;

const PAGE = 500;

export const incidentHandlers = (parts: Parts): HandlersOf<Names> => {
  const { orders, store } = parts;
  return {
    listIncidents: async ({ query }) => {
      const page = pageIn(query);
      if (!page.ok) return page;
      const { filters, after, most } = page.value;
      const found = await matching(parts, filters, after?.[0] ?? 0, most + 1);
      if (!found.ok) return found;
      const shown = found.value.slice(0, most);
      const last = found.value.length > most ? shown.at(-1) : undefined;
      const next = last === undefined ? null : [last.id];
      const total = await store.incidents.count(filters);
      if (!total.ok) return storeAway(total.error);
      return ok(pageBody({ rows: shown.map(shownOf), next, total: total.value }, after));
    },
    getIncident: async ({ params: { incidentId } }) => {
      const found = await store.incidents.read(incidentId);
      if (!found.ok) return storeAway(found.error);
      if (found.value === null) return refuse("unknown-incident", "There is no such incident.");
      const { topic, envelope } = found.value;
      const { properties } = envelope;
      return ok({ ...shownOf(found.value), body: shownBody(topic, envelope.body), properties });
    },
    redriveIncident: (inquiry) => endOne(orders.redrive, inquiry),
    discardIncident: (inquiry) => endOne(orders.discard, inquiry),
    redriveIncidents: (inquiry) => endMany(parts, orders.redrive, inquiry),
    discardIncidents: (inquiry) => endMany(parts, orders.discard, inquiry),
  };
};

const at = (date: Date) => Instant.parse(date.toISOString());

function shownOf(incident: Incident): Shown {
  const { id, topic, subscription, envelope, reason, description, batchId } = incident;
  const type = envelope.properties["MessageType"];
  return {
    id,
    topic,
    subscription,
    messageId: envelope.messageId,
    messageType: typeof type === "string" ? type : null,
    reason,
    description,
    batchId: batchId === 0 ? null : batchId,
    openedAt: at(incident.openedAt),
    closed: incident.closed === null ? null : { ...incident.closed, at: at(incident.closed.at) },
  };
}

const fits = (incident: Incident, { topic, subscription, batchId, reason }: Filters): boolean =>
  (topic === undefined || incident.topic === topic) &&
  (subscription === undefined || incident.subscription === subscription) &&
  (batchId === undefined || incident.batchId === batchId) &&
  (reason === undefined || incident.reason === reason);

/** Open ones that fit, in order, up to so many. */
async function matching(
  { store }: Parts,
  filters: Filters,
  after: number,
  most: number,
): Promise<Answer<readonly Incident[]>> {
  const found: Incident[] = [];
  let place = after;
  for (;;) {
    const page = await store.incidents.list(place, PAGE);
    if (!page.ok) return storeAway(page.error);
    found.push(...page.value.filter((incident) => fits(incident, filters)));
    const last = page.value.at(-1);
    if (found.length >= most || last === undefined || page.value.length < PAGE) {
      return ok(found.slice(0, most));
    }
    place = last.id;
  }
}

async function endOne(
  end: End,
  { params: { incidentId }, asked }: Inquiry<typeof ROUTES.redriveIncident>,
) {
  const answer = await end({ incidentId }, asked);
  if (!answer.ok) return orderRefused(answer.error);
  return ok({ changed: answer.value.changed, changeCount: null });
}

/** One after the other: each is an order of its own, under a key of its own. */
async function endMany(
  parts: Parts,
  end: End,
  { body, asked }: Inquiry<typeof ROUTES.redriveIncidents>,
) {
  const { ids, all: _all, ...filters } = body;
  const most = LIMITS.pageSizeMax;
  const chosen =
    ids === undefined ? await matching(parts, filters, 0, most + 1) : ok(ids.map((id) => ({ id })));
  if (!chosen.ok) return chosen;
  const meant = chosen.value.slice(0, most);
  let ended = 0;
  const refused = [];
  for (const { id: incidentId } of meant) {
    const key = asked.idempotencyKey;
    const own = key === undefined ? asked : { ...asked, idempotencyKey: `${key}:${incidentId}` };
    const answer = await end({ incidentId }, own);
    if (answer.ok) ended += 1;
    else if (answer.error.kind === "unavailable") return orderRefused(answer.error);
    else if (refused.length < LIMITS.problemsPerFile) {
      refused.push({ incidentId, code: answer.error.code, reason: answer.error.reason });
    }
  }
  return ok({ matched: meant.length, ended, refused, more: chosen.value.length > most });
}
