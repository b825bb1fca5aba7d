/** Calls to the API by the route table: what may be asked and what comes back have the types of
 *  the contract, and every answer is parsed before a command sees it. */
import type { z } from "zod";
import type { Route } from "../../contract/http/route.ts";
import type { Result } from "../../contract/result.ts";
import type { CliError } from "../cli-error.ts";

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

export type Asked<R extends Route = Route> = {
  readonly path?: Readonly<Record<ParamsOf<R["path"]>, string | number>>;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: R["request"] extends { readonly schema: infer Schema }
    ? InputOf<Schema>
    : Uint8Array;
  /** The batch's change count that the order is meant for (R17). */
  readonly ifMatch?: number;
  /** Ends it. Who can end it also says it when nobody answers. */
  readonly signal?: AbortSignal;
};

export type Answered<R extends Route> = R["response"] extends { readonly schema: infer Schema }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : never
  : string;

export type StreamedEvent<Data> = { readonly id: string; readonly data: Data };

export type Following = {
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
  /** The stream has said where it begins: from here on nothing is missed. */
  readonly onBegin: () => void;
  /** The stream broke and is asked for again. */
  readonly onReconnect: () => void;
};

export type Api = {
  /** Scheme, host and port. */
  readonly url: string;
  /** Now by the engine's clock: a local Drover may let time hurry. */
  readonly nowMs: () => Promise<number>;
  readonly call: <R extends Route>(
    route: R,
    asked?: Asked<R>,
  ) => Promise<Result<Answered<R>, CliError>>;
  /** Goes on over broken connections, behind the last event seen, until the signal says stop.
   *  An error ends it. */
  readonly follow: <R extends Route>(
    route: R,
    asked: Asked<R>,
    following: Following,
  ) => AsyncGenerator<Result<StreamedEvent<Answered<R>>, CliError>>;
};
