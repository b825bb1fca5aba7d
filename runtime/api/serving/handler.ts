/** What a handler is given and gives, derived from its line of the route table: a handler that
 *  reads what its route does not take, or answers what it does not promise, does not compile. */
import type { z } from "zod";
import type { JsonRequest } from "../../contract/http/json-request.ts";
import type { CsvRequest, Route } from "../../contract/http/route.ts";
import type { ROUTES, RouteName } from "../../contract/http/routes.ts";
import type { Asked } from "../../orchestrator/orders/answer.ts";
import type { Answer } from "./answer.ts";
import type { Caller } from "./caller.ts";

type Parsed<Schema> = Schema extends z.ZodObject ? Readonly<z.output<Schema>> : null;

type BodyIn<Of> =
  Of extends JsonRequest<infer Schema>
    ? Readonly<z.output<Schema>>
    : Of extends CsvRequest
      ? string
      : null;

export type CsvFile = {
  readonly fileName: string;
  readonly chunks: AsyncIterable<string> | Iterable<string>;
};

/** Without data it only says where the stream is. */
export type StreamedEvent = { readonly id: string; readonly data: object | null };

type BodyOut<Of extends Route["response"]> = Of extends {
  readonly contentType: "application/json";
  readonly schema: infer Schema extends z.ZodObject;
}
  ? Readonly<z.input<Schema>>
  : Of extends { readonly contentType: "text/csv" }
    ? CsvFile
    : AsyncIterable<readonly StreamedEvent[]>;

export type Inquiry<Of extends Route = Route> = {
  readonly params: Parsed<Of["params"]>;
  readonly query: Parsed<Of["query"]>;
  readonly body: BodyIn<Of["request"]>;
  readonly caller: Caller | null;
  /** Who orders, under which key, on which state. */
  readonly asked: Asked;
  /** The event that a stream goes on behind; null: from now on. */
  readonly lastEventId: string | null;
  /** Ends when the caller has gone. */
  readonly signal: AbortSignal;
};

export type Handler<Of extends Route> = (
  inquiry: Inquiry<Of>,
) => Promise<Answer<BodyOut<Of["response"]>>>;

export type HandlersOf<Name extends RouteName> = {
  readonly [Each in Name]: Handler<(typeof ROUTES)[Each]>;
};
