/** One route, served: who asks, may they, what do they ask, and then its handler. The order is a
 *  promise: nobody is told anything about a thing before it is known that they may ask. */
import { mayUse, POLICIES } from "../../contract/http/roles.ts";
import type { Route } from "../../contract/http/route.ts";
import { ok } from "../../contract/result.ts";
import { type Answer, refuse } from "./answer.ts";
import type { Authenticate, Caller } from "./caller.ts";
import type { Inquiry } from "./handler.ts";
import { readInquiry } from "./read-inquiry.ts";

export type Served = {
  readonly name: string;
  readonly route: Route;
  readonly caller: Caller;
  readonly request: Request;
  readonly correlationId: string;
  readonly answer: Answer<unknown>;
};

export type Gates = {
  readonly authenticate: Authenticate;
  /** False when this caller asks too often. */
  readonly admit: (caller: Caller) => boolean;
  /** Keeps what was done and who saw member data; refuses when it cannot. */
  readonly audit: (served: Served) => Promise<Answer<void>>;
};

export type AnyHandler = (inquiry: Inquiry) => Promise<Answer<unknown>>;

export type Line = {
  readonly name: string;
  readonly route: Route;
  readonly handler: AnyHandler;
};

export async function serveRoute(
  { authenticate, admit, audit }: Gates,
  { name, route, handler }: Line,
  request: Request,
  params: Readonly<Record<string, string>>,
  correlationId: string,
): Promise<Answer<unknown>> {
  if (route.policy === "public") {
    const inquiry = await readInquiry(route, { request, params, caller: null });
    return inquiry.ok ? handler(inquiry.value) : inquiry;
  }
  const known = await authenticate(request);
  if (!known.ok) return known;
  const caller = known.value;
  if (!admit(caller)) return refuse("too-many-requests", "You ask too often. Wait a second.");
  const allowed = mayAsk(route, caller);
  const inquiry = allowed.ok ? await readInquiry(route, { request, params, caller }) : allowed;
  const answer = inquiry.ok ? await handler(inquiry.value) : inquiry;
  const kept = await audit({ name, route, caller, request, correlationId, answer });
  return kept.ok ? answer : kept;
}

/** Who may not is noted for auditors all the same: an attempt is what they look for. */
function mayAsk({ policy }: Route, caller: Caller): Answer<null> {
  if (mayUse(policy, caller.roles)) return ok(null);
  const roles = POLICIES[policy].join(" or ");
  return refuse("forbidden", `This needs the role ${roles}; you have ${rolesOf(caller)}.`);
}

const rolesOf = ({ roles }: Caller): string => (roles.length === 0 ? "none" : roles.join(", "));
