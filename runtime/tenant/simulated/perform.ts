/** One call from beginning to end: its fate, the decision, the change, the answer. The only
 *  place where requests to its services change the tenant.
 *  P1. A strike before the effect leaves no change; a strike after it leaves all of it. */
import { type Answer, json, type TenantRequest } from "./answer.ts";
import { idOf } from "./chance.ts";
import { commit } from "./changes.ts";
import type { Family } from "./faults/fault-profile.ts";
import type { Strike } from "./faults/fault-state.ts";
import { fateOf } from "./faults/strike.ts";
import { isBatch, performBatch } from "./graph/batch.ts";
import { faultAnswer, SERVICES } from "./services.ts";
import { callerOf } from "./tokens.ts";
import type { Scene } from "./world.ts";

export type Performed = {
  readonly answer: Answer;
  readonly waitMs: number;
  /** The connection ends without an answer. */
  readonly cut: boolean;
  /** What befell the call, for the log. */
  readonly strike: Strike | null;
};

/** A `$batch` is only an envelope: what befalls it befalls its parts. */
export function perform(scene: Scene, family: Family, request: TenantRequest): Performed {
  if (family !== "graph" || !isBatch(request)) return performOne(scene, family, request);
  const caller = callerOf(scene, family, request);
  if (caller.kind === "unknown") return performOne(scene, family, request);
  let waitMs = 0;
  let cut = false;
  let strike: Strike | null = null;
  const answer = performBatch(scene, request, (part) => {
    const done = performOne(scene, family, part);
    waitMs = Math.max(waitMs, done.waitMs);
    cut ||= done.cut;
    strike ??= done.strike;
    return done.answer;
  });
  return { answer, waitMs, cut, strike };
}

function performOne(scene: Scene, family: Family, request: TenantRequest): Performed {
  const about = aboutOf(scene, request);
  const { strike, latencyMs } = fateOf(
    scene.world,
    { family, method: request.method, about },
    scene.now,
  );
  const known = withRequestId(scene, family, request, about);
  const waitMs = latencyMs + (strike?.kind === "slow" ? strike.ms : 0);
  const early = answerBefore(scene, family, known, strike);
  const answer = early ?? answerOf(scene, family, known);
  const late = strike?.kind === "error-after" ? strike.status : null;
  const final = late === null ? answer : faultAnswer(scene, family, known, late);
  const headers = { ...final.headers, "request-id": known.headers["request-id"] ?? "" };
  const cut = strike?.kind === "cut-before" || strike?.kind === "cut-after";
  return { answer: { ...final, headers }, waitMs, cut, strike };
}

function answerBefore(
  scene: Scene,
  family: Family,
  request: TenantRequest,
  strike: Strike | null,
): Answer | null {
  if (strike?.kind === "cut-before") return json(500, {});
  if (strike?.kind === "error-before") return faultAnswer(scene, family, request, strike.status);
  if (strike?.kind !== "throttle") return null;
  const headers = { "retry-after": String(strike.retryAfterSec) };
  return faultAnswer(scene, family, request, 429, headers);
}

function answerOf(scene: Scene, family: Family, request: TenantRequest): Answer {
  const decision = SERVICES[family](scene, request);
  commit(scene, decision.changes);
  return decision.answer;
}

/** What a repeat has in common with the first call, and a call with the same one to another tenant
 *  of the same seed: not its token, not its ids, no password, not where the tenant listens. */
function aboutOf({ world }: Scene, { path, query, body }: TenantRequest): string {
  const { origin } = world.settings;
  const known = (key: string, value: unknown): unknown => {
    if (PASSWORDS.has(key)) return undefined;
    return typeof value === "string" ? value.replaceAll(origin, "") : value;
  };
  const content =
    body instanceof URLSearchParams
      ? body.get("scope")
      : body === undefined
        ? ""
        : JSON.stringify(body, known);
  return `/${path.join("/")}?${query} ${content}`;
}

/** Graph's and Exchange's: each is another one. */
const PASSWORDS: ReadonlySet<string> = new Set(["passwordProfile", "Password"]);

function withRequestId(
  scene: Scene,
  family: Family,
  request: TenantRequest,
  about: string,
): TenantRequest {
  const times = scene.world.faults.seen.get(`${family} ${request.method} ${about}`) ?? 0;
  const id = idOf(scene.world.settings.seed, "request", family, request.method, about, times);
  return { ...request, headers: { ...request.headers, "request-id": id } };
}
