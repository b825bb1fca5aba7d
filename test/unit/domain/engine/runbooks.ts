/** Runbooks for tests of the engine, written in a line or two. */
import type {
  Param,
  Phase,
  RetryPolicy,
  Runbook,
  Step,
  TemplateText,
} from "../../../../runtime/domain/runbook.ts";
import { parseTemplate } from "../../../../runtime/domain/template.ts";

export function text(source: string): TemplateText {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(`not a template: ${source}`);
  return { source, template: parsed.value };
}

export const template = (source: string): Param => ({ kind: "template", text: text(source) });

export const step = (name: string, given: Partial<Step> = {}): Step => ({
  name,
  workerId: "worker-01",
  function: text("Set-Thing"),
  params: new Map([["Key", template("{{Key}}")]]),
  outputParams: new Map(),
  sensitive: null,
  onFailure: null,
  poll: null,
  retry: retries(0),
  dispatchTimeoutSec: 3_600,
  ...given,
});

/** For init and finalize, which know no member. */
export const batchStep = (name: string, given: Partial<Step> = {}): Step =>
  step(name, { params: new Map([["Batch", template("{{_batch_id}}")]]), ...given });

export const phase = (name: string, steps: readonly Step[], given: Partial<Phase> = {}): Phase => ({
  name,
  offsetMinutes: 0,
  barrier: false,
  completion: "any",
  gate: "previous_phase",
  steps,
  ...given,
});

export const runbook = (phases: readonly Phase[], given: Partial<Runbook> = {}): Runbook => ({
  name: "move-mailboxes",
  description: null,
  timeZone: "UTC",
  source: {
    type: "csv",
    connection: null,
    warehouseId: null,
    query: null,
    primaryKey: "Key",
    batchTime: { kind: "immediate" },
    multiValued: new Map(),
    columns: null,
    sensitive: [],
    removalConfirmations: 1,
  },
  onReschedule: "move",
  init: [],
  phases,
  onMemberRemoved: [],
  finalize: [],
  rollbacks: new Map(),
  sensitive: [],
  ...given,
});

export const retries = (maxRetries: number, intervalSec = 60): RetryPolicy => ({
  maxRetries,
  intervalSec,
  backoff: null,
});
