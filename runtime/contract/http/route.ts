/** The shape of one line of the route tables. */
import type { z } from "zod";
import type { JsonRequest } from "./json-request.ts";
import type { ProblemCode } from "./problem-codes.ts";
import type { Policy } from "./roles.ts";

/** The member table itself is the body; its problems come back with their lines. */
export type CsvRequest = { readonly contentType: "text/csv" };

export type RouteResponse =
  | {
      readonly status: 200 | 201 | 202;
      readonly contentType: "application/json";
      readonly schema: z.ZodObject;
    }
  | { readonly status: 200; readonly contentType: "text/csv" }
  /** Server-sent events: `id` is the cursor to go on from (`Last-Event-ID`), `data` one JSON
   *  object of the schema. */
  | {
      readonly status: 200;
      readonly contentType: "text/event-stream";
      readonly schema: z.ZodObject;
    };

export const TAGS = ["batches", "runbooks", "incidents", "events", "platform", "runs"] as const;
export type Tag = (typeof TAGS)[number];

export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{parameter}`s, each of which `params` has by the same name. */
  readonly path: `/api/${string}`;
  readonly policy: Policy;
  readonly tag: Tag;
  /** One phrase: it heads the API's page and the command's help. */
  readonly summary: string;
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  readonly request: JsonRequest | CsvRequest | null;
  readonly response: RouteResponse;
  /** Whether it acts on a batch as its reader saw it: `If-Match` with the batch's `changeCount`
   *  refuses the order when the batch has moved on (R17). */
  readonly ifMatch: boolean;
  /** What it may answer besides what its shape implies: see `problemsOf`. */
  readonly problems: readonly ProblemCode[];
  /** The line of the contract that promises this route; null where the designs have none. */
  readonly promise: string | null;
};
