/** The shape of one line of the route tables. */
import type { z } from "zod";
import type { JsonRequest } from "./json-request.ts";

/** `authenticated`: any role of ours; `admin`: the role Admin (M-104, H-068). */
export type Policy = "authenticated" | "admin";

export type CsvRequest = { readonly contentType: "text/csv" };

export type RouteResponse =
  | {
      readonly status: 200 | 201 | 202;
      readonly contentType: "application/json";
      readonly schema: z.ZodObject;
    }
  | { readonly status: 200; readonly contentType: "text/csv" };

export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{parameter}`s, each of which `params` has by the same name. */
  readonly path: `/api/${string}`;
  readonly policy: Policy;
  /** One phrase: it heads the API's page and the command's help. */
  readonly summary: string;
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  readonly request: JsonRequest | CsvRequest | null;
  readonly response: RouteResponse;
  /** The line of the contract that promises this route. */
  readonly promise: string;
};
