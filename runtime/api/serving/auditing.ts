/** Keeps for auditors what callers changed and whose data they saw. A look at member data is kept
 *  before it is answered, and what cannot be kept is not answered. Somebody who keeps looking at
 *  the same thing is noted once in a while, not with every refresh of a page. */
import { PROBLEM_CODES } from "../../contract/http/problem-codes.ts";
import type { RouteName } from "../../contract/http/routes.ts";
import { Instant } from "../../contract/instant.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import type { Audit } from "../../store/audit.ts";
import { storeAway } from "./answer.ts";
import type { Gates, Served } from "./serve-route.ts";

const SHOWS_MEMBERS: ReadonlySet<string> = new Set<RouteName>([
  "listMembers",
  "getMember",
  "exportMembers",
  "listSteps",
  "getStep",
  "getIncident",
  "previewBatch",
  "previewQuery",
  "search",
]);
const CHANGES_NOTHING: ReadonlySet<string> = new Set<RouteName>([
  "previewBatch",
  "validateRunbook",
]);

const NOTED_AGAIN_MS = 600_000;
const LOOKS_MAX = 10_000;
const TARGET_CHARS_MAX = LIMITS.descriptionChars;

export function auditing(audit: Audit, now: () => Date): Gates["audit"] {
  const looks = new Map<string, number>();
  const isNewLook = (key: string): boolean => {
    const at = now().getTime();
    if (at - (looks.get(key) ?? Number.NEGATIVE_INFINITY) < NOTED_AGAIN_MS) return false;
    if (looks.size >= LOOKS_MAX) looks.clear();
    looks.set(key, at);
    return true;
  };
  return async (served) => {
    const { name, route, caller, request, answer } = served;
    const changes = route.method !== "GET" && !CHANGES_NOTHING.has(name);
    const { pathname } = new URL(request.url);
    const key = `${caller.tenantId}/${caller.objectId} ${name} ${pathname} ${answer.ok}`;
    const isNoted = changes || (SHOWS_MEMBERS.has(name) && isNewLook(key));
    if (!isNoted) return ok(undefined);
    const kept = await audit.record([entryOf(served, now())]);
    return kept.ok ? ok(undefined) : storeAway(kept.error);
  };
}

function entryOf({ name, route, caller, request, correlationId, answer }: Served, at: Date) {
  const { pathname, search } = new URL(request.url);
  return {
    at: Instant.parse(at.toISOString()),
    actor: caller.name,
    identity: `${caller.tenantId}/${caller.objectId}`,
    action: name,
    target: `${pathname}${search}`.slice(0, TARGET_CHARS_MAX),
    status: answer.ok ? route.response.status : PROBLEM_CODES[answer.error.code].status,
    correlationId,
  };
}
