/** What a run is made of, as plain data drawn from its seed: who takes part, what happens when, and
 *  how bad the weather is. Shrinking takes things out of it; a regression keeps it. */
import type { FaultRates, PortKind } from "../kernel/fate.ts";
import type { Natures } from "./behaviour.ts";
import type { ShapeLimits } from "./shape.ts";

export type WorldPlan = {
  readonly seed: number;
  /** In calm runs faults stop and everything must come to rest; in others they never do. */
  readonly isCalmed: boolean;
  readonly store: "model" | "model with seams" | "sqlite";
  readonly shape: number;
  /** Instead of the shape's: a regression keeps the text it failed with. */
  readonly runbook?: string;
  readonly limits: ShapeLimits;
  readonly members: readonly PlannedMember[];
  readonly churn: readonly Churn[];
  readonly orders: readonly Order[];
  readonly hosts: HostCounts;
  readonly tickMs: number;
  readonly faults: FaultPlan;
  readonly natures: Natures;
  /** Another order of what happens at the same time; everything else is as the seed says. */
  readonly order?: number;
  /** The source shows other notes at every look. */
  readonly isRestless?: boolean;
  /** Set from the beginning: how many jobs may be out. */
  readonly limited?: { readonly key: string; readonly most: number } | null;
  /** A worker that nobody has registered yet; somebody does so in time. */
  readonly unregistered?: { readonly workerId: string; readonly untilMs: number } | null;
  /** When the story is over and, in calm runs, faults stop. */
  readonly storyMs: number;
};

export type PlannedMember = {
  readonly key: string;
  /** Minutes after the beginning; nothing in immediate mode. */
  readonly startMin: number;
};

type HostCounts = {
  readonly schedulers: number;
  readonly orchestrators: number;
  readonly relays: number;
  /** Of each pool. */
  readonly workers: number;
};

export type Churn = { readonly atMs: number } /** A glimpse is in the source for one look. */ & (
  | { readonly kind: "add" | "move" | "glimpse"; readonly key: string; readonly startMin: number }
  | { readonly kind: "remove" | "return" | "refresh" | "blur"; readonly key: string }
  | { readonly kind: "source"; readonly mood: SourceMood }
  | { readonly kind: "outage"; readonly of: "store" | "bus"; readonly forMs: number }
  /** The database's own. */
  | { readonly kind: "store-clock"; readonly byMs: number }
  | { readonly kind: "clock-step"; readonly pick: number; readonly byMs: number }
  | { readonly kind: "rogue"; readonly says: RogueWord; readonly pick: number }
  | { readonly kind: "connection-lost"; readonly pick: number }
);

export type SourceMood = "well" | "fails" | "empty" | "cut-off";
export type RogueWord =
  | "malformed"
  | "foreign"
  | "repeat"
  | "unknown-type"
  | "no-correlation"
  | "bad-job"
  | "gone";

type OrderKind =
  | "pause"
  | "resume"
  | "pause-phase"
  | "resume-phase"
  | "retry-member"
  | "retry-init"
  | "retry-step"
  | "fail-step"
  | "skip-step"
  | "cancel"
  | "advance"
  | "approve-removals"
  | "set-budget"
  | "publish"
  | "automation-off"
  | "automation-on"
  | "set-limit"
  | "lift-limit"
  | "manual-batch"
  | "retry-failed"
  | "add-member"
  | "remove-member"
  | "redrive"
  | "discard";

export type Order = {
  readonly atMs: number;
  readonly kind: OrderKind;
  /** Which of the two administrators. */
  readonly by: number;
  /** Chooses among what the order could be about. */
  readonly pick: number;
  /** Handed in so many times under one key. */
  readonly times: number;
};

export type FaultPlan = {
  readonly rates: Readonly<Record<PortKind, FaultRates>>;
  /** One call at which things go wrong much more often. */
  readonly singled?: { readonly call: string; readonly rates: FaultRates };
  readonly latencyMs: number;
  readonly slowChance: number;
  readonly slowMs: number;
  readonly vanish: number;
  readonly twice: number;
  readonly partly: number;
  readonly duplicateWindow: boolean;
  readonly deliveriesMax: number;
  /** How often a call finds its host stopped in the middle of things. */
  readonly freeze: number;
  readonly skewMs: number;
};
