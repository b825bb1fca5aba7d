/** Requests and answers of every service, free of sockets, so that the tenant can be asked in
 *  tests and inside a `$batch` as it is asked over the wire. */
import type { JsonObject } from "../../contract/json-object.ts";
import type { Change } from "./objects.ts";
import type { Scene } from "./world.ts";

export type TenantRequest = {
  readonly method: string;
  /** Decoded, without the service's prefix, in parts: `["v1.0", "users", "kim@x.example"]`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body. */
  readonly body: JsonObject | null;
  /** Instead of a body: plain text. */
  readonly text?: string;
};

/** What a request leads to, decided but not yet done. */
export type Decision = { readonly answer: Answer; readonly changes: readonly Change[] };

export type Handler = (scene: Scene, request: TenantRequest) => Decision;

export const answered = (answer: Answer, changes: readonly Change[] = []): Decision => ({
  answer,
  changes,
});

export const json = (
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, headers, body });

export const EMPTY: Answer = { status: 204, headers: {}, body: null };
