/** Callers by the token in `Authorization`. A token that was believed a moment ago is not checked
 *  again: many requests bring the same one. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { refuse } from "../serving/answer.ts";
import type { Authenticate, Caller } from "../serving/caller.ts";
import { type TokenCheck, verifyToken } from "./verify-token.ts";

export type BearerParts = TokenCheck & {
  /** Where else a token may be; null: it is not there. */
  readonly tokenIn?: (request: Request) => string | null;
  /** For the log. */
  readonly refused: (why: string) => void;
};

const BEARER = /^Bearer ([A-Za-z0-9_.-]+)$/i;
const BELIEVED_MS = 60_000;
const BELIEVED_MAX = 1_000;

type Believed = { readonly caller: Caller; readonly until: number };

export function bearerCallers(parts: BearerParts): Authenticate {
  const believed = new Map<string, Believed>();
  return async (request) => {
    const token = tokenOf(parts, request);
    if (!token.ok) return unknown(parts, token.error);
    const now = parts.now().getTime();
    const known = believed.get(token.value);
    if (known !== undefined && now < known.until) return ok(known.caller);
    const checked = await verifyToken(parts, token.value);
    if (!checked.ok) return unknown(parts, checked.error);
    if (believed.size >= BELIEVED_MAX) believed.clear();
    const until = Math.min(now + BELIEVED_MS, checked.value.expiresAt.getTime());
    believed.set(token.value, { caller: checked.value, until });
    return checked;
  };
}

function tokenOf({ tokenIn }: BearerParts, request: Request): Result<string, string> {
  const header = request.headers.get("authorization");
  if (header !== null) {
    const token = BEARER.exec(header)?.[1];
    return token === undefined ? fail("no bearer token") : ok(token);
  }
  const token = tokenIn?.(request) ?? null;
  return token === null ? fail("no token") : ok(token);
}

function unknown({ refused }: BearerParts, why: string) {
  refused(why);
  return refuse("unauthenticated", "Sign in first: the request has no token that is valid here.");
}
