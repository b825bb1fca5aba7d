/** Random runbooks. A shape is a number: the same number is the same text in every run, so that
 *  what was compiled once serves all seeds. Times are minutes, not weeks: a run that covers an
 *  hour or two of virtual time meets every deadline there is. */
import { type Stream, stream } from "../kernel/random.ts";
import { FUNCTIONS, WORKER_IDS } from "./functions.ts";

/** So many different runbooks. */
export const SHAPES = 192;

export type ShapeLimits = { readonly phasesMax: number; readonly stepsMax: number };

type StepDocument = Readonly<Record<string, unknown>>;

const RETRIES = [0, 1, 2, 3] as const;
const RETRY_WAITS = ["1s", "20s", "1m"] as const;
const TIMEOUTS = ["1m", "2m", "5m"] as const;

function stepOf(draw: Stream, name: string, scope: Scope): StepDocument {
  const { isBatch, outputs, rollback } = scope;
  const params: Record<string, unknown> = { step: name };
  if (!isBatch) {
    params["who"] = "{{Key}}";
    if (draw.chance(0.7)) params["note"] = "{{Note}}";
    const earlier = outputs.length > 0 && draw.chance(0.5) ? draw.pick(outputs) : null;
    if (earlier !== null) params["from"] = `{{${earlier}}}`;
  }
  const isPolled = draw.chance(0.35);
  if (isPolled) params["polled"] = true;
  const gives = !isBatch && rollback !== null && draw.chance(0.4);
  const variable = `Out_${name}`;
  if (gives) outputs.push(variable);
  const undo = rollback !== null && draw.chance(0.4) ? { on_failure: rollback } : {};
  return {
    name,
    worker_id: draw.pick(WORKER_IDS),
    function: draw.pick(FUNCTIONS),
    params,
    ...(gives ? { output_params: { [variable]: "Value" } } : {}),
    ...undo,
    ...(isPolled
      ? { poll: { interval: draw.pick(["5s", "1m"]), timeout: draw.pick(["2m", "5m"]) } }
      : {}),
    ...(draw.chance(0.6)
      ? { retry: { max_retries: draw.pick(RETRIES), interval: draw.pick(RETRY_WAITS) } }
      : {}),
    dispatch_timeout: draw.pick(TIMEOUTS),
  };
}

type Scope = {
  readonly isBatch: boolean;
  readonly outputs: string[];
  /** Null: the steps are themselves part of an undoing. */
  readonly rollback: string | null;
};

const steps = (draw: Stream, count: number, prefix: string, scope: Scope): StepDocument[] =>
  Array.from({ length: count }, (_, at) => stepOf(draw, `${prefix}${at}`, scope));

const OFFSETS = ["T-6m", "T-4m", "T-2m", "T-0"] as const;

function phases(draw: Stream, { phasesMax, stepsMax }: ShapeLimits): readonly object[] {
  const count = draw.int(1, phasesMax);
  const outputs: string[] = [];
  const first = draw.int(0, OFFSETS.length - count);
  return Array.from({ length: count }, (_, at) => ({
    name: `phase${at}`,
    offset: OFFSETS[first + at],
    ...(draw.chance(0.25) ? { barrier: true } : {}),
    ...(draw.chance(0.3) ? { completion: "all" } : {}),
    ...(draw.chance(0.25) ? { gate: "none" } : {}),
    steps: steps(draw, draw.chance(0.08) ? 0 : draw.int(1, stepsMax), `p${at}s`, {
      isBatch: false,
      outputs,
      rollback: "undo",
    }),
  }));
}

/** YAML is a superset of JSON. */
export function runbookText(name: string, shape: number, limits: ShapeLimits): string {
  const draw = stream(shape, `shape ${limits.phasesMax} ${limits.stepsMax}`);
  const isImmediate = shape % 4 === 3;
  const own: Scope = { isBatch: true, outputs: [], rollback: null };
  const undoing: Scope = { isBatch: false, outputs: [], rollback: null };
  return JSON.stringify({
    name,
    data_source: {
      type: "csv",
      primary_key: "Key",
      ...(isImmediate ? { batch_time: "immediate" } : { batch_time_column: "At" }),
      columns: ["Key", "At", "Note", "Secret"],
      removal_confirmations: draw.int(1, 2),
    },
    ...(draw.chance(0.3) ? { on_reschedule: "remove_add" } : {}),
    ...(draw.chance(0.5) ? { retry: { max_retries: 1, interval: "10s" } } : {}),
    init: draw.chance(0.4) ? steps(draw, draw.int(1, 2), "init", own) : [],
    phases: phases(draw, limits),
    on_member_removed: draw.chance(0.7) ? steps(draw, draw.int(1, 2), "gone", undoing) : [],
    finalize: draw.chance(0.4) ? steps(draw, 1, "final", own) : [],
    rollbacks: { undo: steps(draw, draw.int(1, 2), "undo", undoing) },
  });
}

export const isImmediate = (shape: number): boolean => shape % 4 === 3;
