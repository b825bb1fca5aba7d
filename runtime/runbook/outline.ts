/** What the meaning checks look at: the parts of a document with their places, and nothing where
 *  a part is absent or has the wrong shape. So the meaning of the rest is checked even while
 *  the shape of some part is wrong, and all problems are told at once. */
import type { MapTree, ScalarTree, Tree } from "./tree.ts";
import { childOf, childrenOf } from "./tree-paths.ts";

/** A text of the document; `key` when it is the key of an entry and not a value. */
export type Text = { readonly value: string; readonly start: number; readonly end: number };

export type StepOutline = {
  /** `phases[1].steps[0]`, for messages. */
  readonly where: string;
  readonly start: number;
  readonly name: Text | null;
  readonly workerId: Text | null;
  readonly function: Text | null;
  readonly params: MapTree | null;
  readonly outputs: readonly Text[];
  readonly outputsStart: number;
  /** Variable and the field it copies, where both are texts. */
  readonly outputFields: readonly (readonly [variable: string, field: string])[];
  readonly sensitive: readonly Text[];
  readonly onFailure: Text | null;
  /** Also where what was refused while reading may have been one. */
  readonly mayPoll: boolean;
  readonly pollInterval: Text | null;
  readonly pollTimeout: Text | null;
  readonly dispatchTimeout: Text | null;
  readonly retry: RetryOutline;
};

export type RetryOutline = {
  readonly where: string;
  readonly interval: Text | null;
  readonly maxInterval: Text | null;
};

type SequenceKind = "init" | "phase" | "removal" | "finalize" | "rollback";

export type SequenceOutline = {
  readonly kind: SequenceKind;
  /** The phase's or rollback's name, if the sequence has one. */
  readonly name: Text | null;
  readonly offset: Text | null;
  readonly where: string;
  readonly start: number;
  /** Null when the list is absent, is not a list, or holds nothing that can be read. */
  readonly steps: readonly StepOutline[] | null;
};

export type SourceOutline = {
  readonly start: number;
  readonly type: string | null;
  readonly query: string | null;
  readonly primaryKey: Text | null;
  readonly batchTime: Text | null;
  readonly batchTimeColumn: Text | null;
  readonly multiValued: readonly Text[];
  readonly columns: readonly Text[] | null;
  readonly sensitive: readonly Text[];
  /** Whether what was refused while reading may have named the start, or columns. */
  readonly hidesStart: boolean;
  readonly hidesColumns: boolean;
};

export type Outline = {
  readonly timeZone: Text | null;
  readonly source: SourceOutline | null;
  readonly retry: RetryOutline;
  /** Phases in the order of the file, then everything else. */
  readonly sequences: readonly SequenceOutline[];
  readonly rollbacksStart: number;
  /** Whether what was refused while reading may have held rollbacks; or columns, steps, their
   *  outputs or their on_failure. */
  readonly hidesRollbacks: boolean;
  readonly hidesNames: boolean;
};

export function outlineOf(tree: MapTree): Outline {
  const rollbacks = childOf(tree, "rollbacks");
  return {
    timeZone: textAt(tree, "time_zone"),
    source: sourceOf(childOf(tree, "data_source")),
    retry: retryOf(childOf(tree, "retry"), "retry"),
    sequences: [
      ...plainSequence(tree, "init", "init"),
      ...itemsOf(childOf(tree, "phases")).map(phaseOf),
      ...plainSequence(tree, "on_member_removed", "removal"),
      ...plainSequence(tree, "finalize", "finalize"),
      ...(rollbacks?.kind === "map" ? rollbacksOf(rollbacks) : []),
    ],
    rollbacksStart: rollbacks?.start ?? 0,
    hidesRollbacks: tree.partial || isHidden(rollbacks),
    hidesNames: hidesNames(tree),
  };
}

const isHidden = (tree: Tree | null): boolean =>
  tree?.kind === "unknown" || (tree?.kind === "map" && tree.partial);

/** The keys under which names are made known, or used. */
const NAMING_KEYS: ReadonlySet<string> = new Set([
  ...["data_source", "columns", "query", "init", "phases", "offset", "steps", "output_params"],
  ...["on_failure", "on_member_removed", "finalize"],
]);

function hidesNames(tree: Tree): boolean {
  if (tree.kind !== "map") return isHidden(tree) || childrenOf(tree).some(hidesNames);
  const inside = [...tree.entries].filter(([key]) => NAMING_KEYS.has(key));
  return tree.partial || inside.some(([, { value }]) => hidesNames(value));
}

const itemsOf = (tree: Tree | null): readonly Tree[] => (tree?.kind === "list" ? tree.items : []);

function plainSequence(tree: MapTree, key: string, kind: SequenceKind): SequenceOutline[] {
  const list = childOf(tree, key);
  if (list?.kind !== "list") return [];
  const steps = stepsOf(list, key);
  return [{ kind, name: null, offset: null, where: key, start: list.start, steps }];
}

const phaseOf = (tree: Tree, index: number): SequenceOutline => ({
  kind: "phase",
  name: textAt(tree, "name"),
  offset: textAt(tree, "offset"),
  where: `phases[${index}]`,
  start: tree.start,
  steps: stepsOf(childOf(tree, "steps"), `phases[${index}].steps`),
});

const rollbacksOf = (tree: MapTree): readonly SequenceOutline[] =>
  [...tree.entries].map(([name, { keyAt, value }]) => ({
    kind: "rollback",
    name: { value: name, start: keyAt, end: keyAt + name.length },
    offset: null,
    where: `rollbacks.${name}`,
    start: keyAt,
    steps: stepsOf(value, `rollbacks.${name}`),
  }));

function stepsOf(list: Tree | null, where: string): readonly StepOutline[] | null {
  if (list?.kind !== "list") return null;
  const steps = list.items.flatMap((item, index) =>
    item.kind === "map" ? [stepOf(item, `${where}[${index}]`)] : [],
  );
  return steps.length === 0 && list.items.length > 0 ? null : steps;
}

function stepOf(tree: MapTree, where: string): StepOutline {
  const params = childOf(tree, "params");
  const outputs = childOf(tree, "output_params");
  const poll = childOf(tree, "poll");
  return {
    where,
    start: tree.start,
    name: textAt(tree, "name"),
    workerId: textAt(tree, "worker_id"),
    function: textAt(tree, "function"),
    params: params?.kind === "map" ? params : null,
    outputs: outputs?.kind === "map" ? keysOf(outputs) : [],
    outputsStart: outputs?.start ?? tree.start,
    outputFields: outputs?.kind === "map" ? fieldsOf(outputs) : [],
    sensitive: textsIn(childOf(tree, "sensitive")),
    onFailure: textAt(tree, "on_failure"),
    mayPoll: poll !== null || tree.partial,
    pollInterval: textAt(poll, "interval"),
    pollTimeout: textAt(poll, "timeout"),
    dispatchTimeout: textAt(tree, "dispatch_timeout"),
    retry: retryOf(childOf(tree, "retry"), `${where}.retry`),
  };
}

const retryOf = (tree: Tree | null, where: string): RetryOutline => ({
  where,
  interval: textAt(tree, "interval"),
  maxInterval: textAt(childOf(tree, "backoff"), "max_interval"),
});

function sourceOf(tree: Tree | null): SourceOutline | null {
  if (tree?.kind !== "map") return null;
  const declared = childOf(tree, "columns");
  const columns = textsIn(declared);
  const starts = [childOf(tree, "batch_time"), childOf(tree, "batch_time_column")];
  return {
    start: tree.start,
    type: textAt(tree, "type")?.value ?? null,
    query: textAt(tree, "query")?.value ?? null,
    primaryKey: textAt(tree, "primary_key"),
    batchTime: textAt(tree, "batch_time"),
    batchTimeColumn: textAt(tree, "batch_time_column"),
    multiValued: itemsOf(childOf(tree, "multi_valued_columns")).flatMap(
      (item) => textAt(item, "name") ?? [],
    ),
    columns: columns.length === 0 ? null : columns,
    sensitive: textsIn(childOf(tree, "sensitive")),
    hidesStart: tree.partial || starts.some(isHidden),
    hidesColumns: tree.partial || isHidden(declared) || itemsOf(declared).some(isHidden),
  };
}

const keysOf = (tree: MapTree): readonly Text[] =>
  [...tree.entries].map(([key, { keyAt }]) => ({
    value: key,
    start: keyAt,
    end: keyAt + key.length,
  }));

const fieldsOf = (tree: MapTree): StepOutline["outputFields"] =>
  [...tree.entries].flatMap(([name, { value }]) => {
    const field = textOf(value);
    return field === null ? [] : [[name, field.value] as const];
  });

const textsIn = (tree: Tree | null): readonly Text[] =>
  itemsOf(tree).flatMap((item) => textOf(item) ?? []);

const textAt = (tree: Tree | null, key: string): Text | null => textOf(childOf(tree, key));

/** Unquoted numbers count as the text they are written as, as the shape check takes them. */
function textOf(tree: Tree | null): Text | null {
  if (tree?.kind !== "scalar" || tree.value === null) return null;
  return { value: textOfScalar(tree), start: tree.start, end: tree.end };
}

const textOfScalar = ({ value, plain }: ScalarTree): string =>
  typeof value === "string" ? value : (plain ?? String(value));
