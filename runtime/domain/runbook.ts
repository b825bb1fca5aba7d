/** A runbook after reading: every default filled in, every duration in seconds, every template
 *  split into parts. Only `runtime/runbook` makes one, and only from a document without errors;
 *  whoever holds a Runbook may trust all of it. */
import type { Template } from "./template.ts";

export type Runbook = {
  readonly name: string;
  readonly description: string | null;
  /** IANA zone in which batch times without an offset are read; UTC unless stated. */
  readonly timeZone: string;
  readonly source: DataSource;
  readonly onReschedule: "move" | "remove_add";
  readonly init: readonly Step[];
  readonly phases: readonly Phase[];
  readonly onMemberRemoved: readonly Step[];
  readonly finalize: readonly Step[];
  readonly rollbacks: ReadonlyMap<string, readonly Step[]>;
  /** Variables whose values nobody is shown: marked columns and outputs, and outputs that copy
   *  the same field as a marked one. */
  readonly sensitive: readonly string[];
};

export type DataSourceType = "dataverse" | "databricks" | "sql" | "csv" | "scenarios";
export type MultiValueFormat = "semicolon_delimited" | "comma_delimited" | "json_array";

export type DataSource = {
  readonly type: DataSourceType;
  /** Name of a registered connection; null for sources that need none. */
  readonly connection: string | null;
  readonly warehouseId: string | null;
  readonly query: string | null;
  readonly primaryKey: string;
  readonly batchTime:
    | { readonly kind: "column"; readonly column: string }
    | { readonly kind: "immediate" };
  readonly multiValued: ReadonlyMap<string, MultiValueFormat>;
  /** Columns the author declared; null when none were, so any name may be a column. */
  readonly columns: readonly string[] | null;
  /** Columns whose values nobody is shown. A source without one of them is not read: under
   *  another name its values would be. */
  readonly sensitive: readonly string[];
  /** Ticks that must agree before a member who is gone is removed. */
  readonly removalConfirmations: number;
};

export type Phase = {
  readonly name: string;
  readonly offsetMinutes: number;
  /** All members finish step n before any starts step n+1. */
  readonly barrier: boolean;
  /** What makes the phase `completed`: one member through, or all of them. */
  readonly completion: "any" | "all";
  /** Whether a member waits here for its steps of the phase before. */
  readonly gate: "previous_phase" | "none";
  readonly steps: readonly Step[];
};

export type Step = {
  readonly name: string;
  readonly workerId: string;
  readonly function: TemplateText;
  readonly params: ReadonlyMap<string, Param>;
  /** Template variable → field of the worker's result. */
  readonly outputParams: ReadonlyMap<string, string>;
  /** What of it nobody is shown; null when nothing is. */
  readonly sensitive: StepMarks | null;
  readonly onFailure: string | null;
  readonly poll: PollPolicy | null;
  readonly retry: RetryPolicy;
  /** How long an attempt may stay unanswered before it counts as lost. */
  readonly dispatchTimeoutSec: number;
};

export type StepMarks = {
  /** Those that were marked, and those that use a sensitive variable. */
  readonly params: readonly string[];
  /** Sensitive variables that such a param has among other text: by themselves they are no
   *  param's value. */
  readonly variables: readonly string[];
  /** Fields of the worker's result. */
  readonly results: readonly string[];
};

export type TemplateText = { readonly source: string; readonly template: Template };

/** A parameter's value: templates wherever the document had a string. */
export type Param =
  | { readonly kind: "template"; readonly text: TemplateText }
  | { readonly kind: "literal"; readonly value: number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Param[] }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, Param> };

export type PollPolicy = { readonly intervalSec: number; readonly timeoutSec: number };

export type RetryPolicy = {
  readonly maxRetries: number;
  readonly intervalSec: number;
  /** Each further wait is the last one times `factor`, up to `maxIntervalSec`. */
  readonly backoff: { readonly factor: number; readonly maxIntervalSec: number } | null;
};
