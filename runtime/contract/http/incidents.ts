/** Incidents: messages that the bus gave up (dead letters), kept for a person who sends them again
 *  or lets them go (R28, I35). There are as many open incidents as dead letters. */
import { z } from "zod";
import { BatchId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { jsonRequest } from "./json-request.ts";
import { PageQuery, pageOf } from "./paging.ts";

const DIGITS = /^[1-9][0-9]{0,15}$/;
const IncidentId = z.preprocess(
  (value) => (typeof value === "string" && DIGITS.test(value) ? Number(value) : value),
  z.int().min(1),
);

export const IncidentPath = z.object({ incidentId: IncidentId });

const NAME_CHARS = 256;
const name = () => z.string().min(1).max(NAME_CHARS);

const filters = {
  topic: name().exactOptional(),
  subscription: name().exactOptional(),
  batchId: BatchId.exactOptional(),
  reason: name().describe("As the bus or a receiver gave it, exactly.").exactOptional(),
};

export const IncidentListQuery = PageQuery.extend(filters);
export type IncidentListQuery = Readonly<z.output<typeof IncidentListQuery>>;

export const Incident = z.object({
  id: IncidentId,
  topic: z.string(),
  subscription: z.string(),
  messageId: z.string(),
  messageType: z.string().nullable().describe("Null where the message does not say."),
  reason: z.string(),
  description: z.string(),
  batchId: BatchId.nullable(),
  openedAt: Instant,
  closed: z
    .object({ at: Instant, how: z.enum(["redriven", "discarded"]), by: z.string() })
    .nullable(),
});
export type Incident = Readonly<z.output<typeof Incident>>;

export const IncidentPage = pageOf(Incident);
export type IncidentPage = Readonly<z.output<typeof IncidentPage>>;

export const IncidentDetail = Incident.extend({
  body: z.string().describe("The message as it was; it may hold member data."),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type IncidentDetail = Readonly<z.output<typeof IncidentDetail>>;

/** All that fit every filter given; `all` must be said when there is none. */
export const incidentsRequest = jsonRequest(
  z
    .object({
      ids: z.array(IncidentId).min(1).max(LIMITS.pageSizeMax).exactOptional(),
      ...filters,
      all: z.boolean().default(false).describe("Every open incident: only without a filter."),
    })
    .refine(
      ({ all, ...given }) => all !== Object.values(given).some((value) => value !== undefined),
      "needs either filters or all: true",
    ),
);

export const IncidentsEnded = z.object({
  matched: z.int().min(0),
  ended: z.int().min(0),
  refused: z
    .array(z.object({ incidentId: IncidentId, code: z.string(), reason: z.string() }))
    .max(LIMITS.problemsPerFile),
  more: z.boolean().describe("Whether more match than one call ends; ask again."),
});
export type IncidentsEnded = Readonly<z.output<typeof IncidentsEnded>>;
