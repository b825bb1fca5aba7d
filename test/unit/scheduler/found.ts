/** What is in the store after a tick. */
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { FoundBatch } from "../../../runtime/store/batches.ts";
import type { KnownMember } from "../../../runtime/store/discovery.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { PLAIN } from "./runbook-texts.ts";
import type { World } from "./scheduler-world.ts";

export const nameOf = (name = PLAIN): RunbookName => RunbookName.parse(name);

export const batchesOf = async (
  { store }: Pick<World, "store">,
  name = PLAIN,
): Promise<readonly FoundBatch[]> => answerOf(await store.batches.live(nameOf(name)));

export async function batchAt(
  { store }: Pick<World, "store">,
  key: string,
  name = PLAIN,
): Promise<FoundBatch["batch"]> {
  const found = answerOf(await store.batches.find(nameOf(name), key));
  if (found === null) throw new Error(`no batch ${key}`);
  return found.batch;
}

export const membersOf = async (
  { store }: Pick<World, "store">,
  id: BatchId,
): Promise<readonly KnownMember[]> => answerOf(await store.discovery.members(id, "", 10_000));

/** Keys of members with their statuses, such as `ann active`. */
export const told = (members: readonly KnownMember[]): readonly string[] =>
  members.map(({ key, status }) => `${key} ${status}`);

export const eventsOf = async (
  { store }: Pick<World, "store">,
  id: BatchId | 0,
): Promise<readonly string[]> =>
  answerOf(await store.records.events(id, 0, 10_000)).map(({ type }) => type);
