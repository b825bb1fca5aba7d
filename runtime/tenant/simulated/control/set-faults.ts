/** Changing how a tenant behaves while it runs. */
import { z } from "zod";
import { type Answer, json } from "../answer.ts";
import { type FaultProfile, PROFILES } from "../faults/fault-profile.ts";
import type { FaultRule } from "../faults/fault-state.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { World } from "../world.ts";

const Share = z.number().min(0).max(1);
const whole = (max: number) => z.int().min(0).max(max);
const range = (max: number) =>
  z.tuple([whole(max), whole(max)]).refine(([min, to]) => min <= to, "from must not be above to");
const DAY_SEC = 86_400;

const Limit = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("bucket"),
      perSec: z.number().positive(),
      burst: z.number().min(1),
    }),
    z.object({
      kind: z.literal("window"),
      calls: z.int().min(1),
      windowSec: z.number().positive(),
    }),
  ])
  .nullable();

const Lag = range(TENANT_LIMITS.lagMsMax);
const Families = z.enum(["login", "graph", "exchange", "arm", "vault"]);

const Named = z.enum(["calm", "usual", "rough", "away"]);

const Custom = z
  .object({
    base: Named,
    name: z.string().min(1).max(64),
    lagMs: z.object({ directory: Lag, exchange: Lag, "resource-graph": Lag }).partial(),
    latencyMs: range(60_000),
    slowShare: Share,
    slowMs: range(600_000),
    errorBeforeShare: Share,
    errorAfterShare: Share,
    cutBeforeShare: Share,
    cutAfterShare: Share,
    limits: z.partialRecord(Families, Limit),
    moveSec: range(30 * DAY_SEC),
    moveFailShare: Share,
    acceptSec: range(30 * DAY_SEC),
    provisionSec: range(DAY_SEC),
  })
  .partial()
  .strict();

const Wanted = z.strictObject({ profile: z.union([Named, Custom]) });

const Status = z.int().min(400).max(599);
const Rule = z.strictObject({
  family: Families.optional(),
  method: z.string().optional(),
  contains: z.string().max(1_000).optional(),
  strike: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("throttle"), retryAfterSec: z.int().min(0).max(3_600) }),
    z.object({ kind: z.literal("error-before"), status: Status }),
    z.object({ kind: z.literal("error-after"), status: Status }),
    z.object({ kind: z.literal("cut-before") }),
    z.object({ kind: z.literal("cut-after") }),
    z.object({ kind: z.literal("slow"), ms: whole(600_000) }),
  ]),
  times: z.int().min(1).max(1_000_000).default(1),
});

export function setProfile(world: World, body: unknown): Answer {
  const wanted = Wanted.safeParse(body);
  if (!wanted.success) return invalid(wanted.error);
  world.faults.profile = profileOf(wanted.data.profile);
  world.faults.counted.clear();
  return json(200, { profile: world.faults.profile, rules: world.faults.rules });
}

function profileOf(wanted: string | z.output<typeof Custom>): FaultProfile {
  if (typeof wanted === "string") return PROFILES[wanted] as FaultProfile;
  const { base = "calm", lagMs = {}, limits = {}, ...rest } = wanted;
  const from = PROFILES[base] as FaultProfile;
  return {
    ...from,
    name: "custom",
    ...defined(rest),
    lagMs: { ...from.lagMs, ...defined(lagMs) },
    limits: { ...from.limits, ...defined(limits) },
  } as FaultProfile;
}

const defined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

export function addRule(world: World, body: unknown): Answer {
  const rule = Rule.safeParse(body);
  if (!rule.success) return invalid(rule.error);
  if (world.faults.rules.length >= TENANT_LIMITS.faultRules) {
    return json(400, { error: { code: "BadRequest", message: "There are too many rules." } });
  }
  world.faults.rules = [...world.faults.rules, rule.data as FaultRule];
  return json(201, { rules: world.faults.rules });
}

const invalid = (error: z.ZodError): Answer =>
  json(400, { error: { code: "BadRequest", message: z.prettifyError(error) } });
