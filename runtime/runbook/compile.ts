/** From a document without errors to the domain's Runbook: defaults resolved, durations in
 *  seconds, templates split. The checks have passed everything, so what fails here is a bug. */

import type { DataSourceDocument } from "../contract/runbook/data-source.ts";
import type { RunbookDocument } from "../contract/runbook/document.ts";
import type { PhaseDocument } from "../contract/runbook/phase.ts";
import { BACKOFF_DEFAULTS, type RetryDocument } from "../contract/runbook/policies.ts";
import type { ParamValue, StepDocument } from "../contract/runbook/step.ts";
import { parseDurationSec } from "../domain/duration.ts";
import { parseOffsetMinutes } from "../domain/offset.ts";
import { effectiveRetry } from "../domain/retry-policy.ts";
import type {
  DataSource,
  Param,
  Phase,
  RetryPolicy,
  Runbook,
  Step,
  TemplateText,
} from "../domain/runbook.ts";
import { parseTemplate } from "../domain/template.ts";
import { checked } from "./checked.ts";
import { marksOf, sensitiveVariables } from "./sensitive.ts";

export function compileRunbook(document: RunbookDocument): Runbook {
  const ofRunbook = document.retry === undefined ? null : compileRetry(document.retry);
  const sensitive = sensitiveVariables(document);
  const steps = (list: readonly StepDocument[]): readonly Step[] =>
    list.map((step) => compileStep(step, ofRunbook, sensitive));
  const rollbacks = Object.entries(document.rollbacks).map(
    ([name, list]) => [name, steps(list).map(withoutRollback)] as const,
  );
  return {
    name: document.name,
    description: document.description ?? null,
    timeZone: document.time_zone,
    source: compileSource(document.data_source),
    onReschedule: document.on_reschedule,
    init: steps(document.init),
    phases: document.phases.map((phase) => compilePhase(phase, steps(phase.steps))),
    onMemberRemoved: steps(document.on_member_removed),
    finalize: steps(document.finalize),
    rollbacks: new Map(rollbacks),
    sensitive: [...sensitive],
  };
}

/** A rollback has no rollback of its own (W3004). */
const withoutRollback = (step: Step): Step => ({ ...step, onFailure: null });

const compilePhase = (phase: PhaseDocument, steps: readonly Step[]): Phase => ({
  name: phase.name,
  offsetMinutes: checked(parseOffsetMinutes(phase.offset)),
  barrier: phase.barrier,
  completion: phase.completion,
  gate: phase.gate,
  steps,
});

/** A step's own policy replaces the runbook's entirely (M-028). */
function compileStep(
  step: StepDocument,
  ofRunbook: RetryPolicy | null,
  sensitive: ReadonlySet<string>,
): Step {
  const params = compileEntries(step.params);
  const outputParams = new Map(Object.entries(step.output_params));
  return {
    name: step.name,
    workerId: step.worker_id,
    function: compileText(step.function),
    params,
    outputParams,
    sensitive: marksOf({ params, outputParams }, step.sensitive, sensitive),
    onFailure: step.on_failure ?? null,
    poll:
      step.poll === undefined
        ? null
        : { intervalSec: seconds(step.poll.interval), timeoutSec: seconds(step.poll.timeout) },
    retry: effectiveRetry(step.retry === undefined ? null : compileRetry(step.retry), ofRunbook),
    dispatchTimeoutSec: seconds(step.dispatch_timeout),
  };
}

function compileRetry({ max_retries, interval, backoff = "fixed" }: RetryDocument): RetryPolicy {
  const curve = backoff === "exponential" ? BACKOFF_DEFAULTS : backoff;
  return {
    maxRetries: max_retries,
    intervalSec: seconds(interval),
    backoff:
      curve === "fixed"
        ? null
        : { factor: curve.factor, maxIntervalSec: seconds(curve.max_interval) },
  };
}

const compileSource = (source: DataSourceDocument): DataSource => ({
  type: source.type,
  connection: "connection" in source ? source.connection : null,
  warehouseId: "warehouse_id" in source ? source.warehouse_id : null,
  query: "query" in source ? source.query : null,
  primaryKey: source.primary_key,
  batchTime:
    source.batch_time_column === undefined
      ? { kind: "immediate" }
      : { kind: "column", column: source.batch_time_column },
  multiValued: new Map(source.multi_valued_columns.map(({ name, format }) => [name, format])),
  columns: source.columns ?? null,
  sensitive: source.sensitive,
  removalConfirmations: source.removal_confirmations,
});

const compileEntries = (
  entries: Readonly<Record<string, ParamValue>>,
): ReadonlyMap<string, Param> =>
  new Map(Object.entries(entries).map(([key, value]) => [key, compileParam(value)]));

function compileParam(value: ParamValue): Param {
  if (typeof value === "string") return { kind: "template", text: compileText(value) };
  if (typeof value !== "object" || value === null) return { kind: "literal", value };
  if (isList(value)) return { kind: "list", items: value.map(compileParam) };
  return { kind: "map", entries: compileEntries(value) };
}

const isList = (value: object): value is readonly ParamValue[] => Array.isArray(value);

const compileText = (source: string): TemplateText => ({
  source,
  template: checked(parseTemplate(source)),
});

const seconds = (text: string): number => checked(parseDurationSec(text));
