/** Whoever asks, after their token was believed. Authorised by tenant, object id and roles; the
 *  name is for people (M-105, X-76). */
import type { Role } from "../../contract/http/roles.ts";
import type { Result } from "../../contract/result.ts";
import type { Refusal } from "./answer.ts";

export type Caller = {
  readonly tenantId: string;
  readonly objectId: string;
  readonly name: string;
  readonly kind: "user" | "app";
  readonly roles: readonly Role[];
  readonly expiresAt: Date;
};

/** Null refuses for want of a token; a refusal never tells what was wrong with one. */
export type Authenticate = (request: Request) => Promise<Result<Caller, Refusal>>;
