/** Batches as the scheduler would find them. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { FailureBudget } from "../../../runtime/domain/engine/rows.ts";
import type { VariableValue } from "../../../runtime/domain/template.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { NAME } from "./drafts.ts";
import { START } from "./orchestrator-world.ts";

export const ADA = { actor: "ada" } as const;
const BY = { actor: "scheduler", cause: "tick" } as const;

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
