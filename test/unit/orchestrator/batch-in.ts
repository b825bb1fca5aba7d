/** Runbooks, batches and what has become of them, in a few words. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { MemberKey, RunbookName } from "../../../runtime/contract/identifiers.ts";
import { type BatchId, MemberId } from "../../../runtime/contract/ids.ts";
import type { Need } from "../../../runtime/domain/engine/needs.ts";
import type { FailureBudget } from "../../../runtime/domain/engine/rows.ts";
import type { VariableValue } from "../../../runtime/domain/template.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import type { WorldRows } from "../../../runtime/store/loaded.ts";
import type { LoggedEvent } from "../../../runtime/store/records.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { START } from "./orchestrator-world.ts";

export const NAME = RunbookName.parse("move-mailboxes");
export const ADA = { actor: "ada" } as const;
const BY = { actor: "scheduler", cause: "tick" } as const;

/** A scripted step; its parameters may name the member's columns. */
export const step = (name: string, params: object = {}, more: object = {}) => ({
  name,
  worker_id: "west",
  function: "Invoke-Script",
  params,
  ...more,
});

export const noOpStep = (name: string) => ({
  name,
  worker_id: "west",
  function: "Invoke-NoOp",
});

type Draft = Record<string, unknown> & { readonly phases: readonly object[] };

/** JSON is YAML, too. */
export async function publish(engine: Engine, draft: Draft): Promise<void> {
  const source = { type: "csv", primary_key: "Key", batch_time_column: "Date" };
  const yaml = JSON.stringify({ name: NAME, data_source: source, ...draft });
  answerOf(await engine.publishRunbook({ yaml, publishedBy: "ada" }));
}

export const phase = (name: string, steps: readonly object[], more: object = {}) => ({
  name,
  offset: "T-0",
  steps,
  ...more,
});

export const keyOf = (name: string): MemberKey => MemberKey.parse(name);

type Columns = Readonly<Record<string, VariableValue>>;
export const dataOf = (columns: Columns): ReadonlyMap<string, VariableValue> =>
  new Map(Object.entries(columns));

export type Begun = { readonly members: Readonly<Record<string, Columns>> } & {
  readonly key?: string;
  readonly start?: Date;
  readonly budget?: FailureBudget;
};

/** As the scheduler would find it. */
export async function begin(
  { store, engine }: { readonly store: Store<Settlement>; readonly engine: Engine },
  { members, key = "one", start = START, budget }: Begun,
): Promise<BatchId> {
  const active = answerOf(await store.runbooks.active(NAME));
  if (active === null) throw new Error("nothing was published");
  const { version } = active;
  const facts = { isManual: false, createdBy: null, budget: budget ?? null } as const;
  const row = { runbookName: NAME, version, key, start, ...facts };
  const [made] = answerOf(await store.batches.create([row]));
  if (made === undefined) throw new Error("no batch was made");
  const batchId = made.id;
  const added = Object.entries(members).map(([name, columns]) => ({
    kind: "member-added" as const,
    by: BY,
    key: keyOf(name),
    data: dataOf(columns),
    waitsFor: null,
  }));
  const inputs = [...added, { kind: "batch-detected" as const, by: BY }];
  await engine.handle(inputs.map((input) => ({ batchId, input })));
  return batchId;
}

const NOTHING: Need = {
  executions: new Set(),
  members: new Set(),
  memberKeys: new Set(),
  parked: [],
  versions: new Set(),
};

/** All rows of a batch, as a transaction sees them. */
export async function rowsOf(store: Store<Settlement>, id: BatchId): Promise<WorldRows> {
  const members = answerOf(await store.batches.members(id, 0, 10_000));
  const need = { ...NOTHING, members: new Set(members.map((member) => member.id)) };
  let seen: WorldRows | undefined;
  const empty = { writes: [], publish: [], settle: [], remember: [], consumed: [], sent: [] };
  answerOf(
    await store.transact({ batches: new Map([[id, need]]) }, (loaded) => {
      seen = loaded.batches.get(id);
      return { ...empty, nextIds: loaded.nextIds };
    }),
  );
  if (seen === undefined) throw new Error(`batch ${id} is not there`);
  return seen;
}

export async function statusOf(store: Store<Settlement>, id: BatchId): Promise<string> {
  const found = answerOf(await store.batches.read(id));
  return found?.batch.status ?? "none";
}

export const hasEnded = async (store: Store<Settlement>, id: BatchId): Promise<boolean> => {
  const batch = answerOf(await store.batches.read(id))?.batch;
  return batch !== undefined && batch.endedAt !== null && batch.inFlight === 0;
};

export async function memberIn(store: Store<Settlement>, id: BatchId, name: string) {
  const [member] = answerOf(await store.lookups.members(id, [keyOf(name)]));
  if (member === undefined) throw new Error(`${name} is not in batch ${id}`);
  return { ...member, id: MemberId.parse(member.id) };
}

export const eventsOf = async (
  store: Store<Settlement>,
  id: BatchId | 0,
): Promise<readonly LoggedEvent[]> => answerOf(await store.records.events(id, 0, 10_000));

export const typesOf = async (
  store: Store<Settlement>,
  id: BatchId | 0,
): Promise<readonly string[]> => (await eventsOf(store, id)).map(({ type }) => type);
