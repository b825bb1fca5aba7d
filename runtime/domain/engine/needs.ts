/** Which rows must be locked and loaded before inputs of one batch can be decided. The loader
 *  takes the batch, all its phases and slots, its open attention, and of the rest:
 *  - each execution named here, and the member it belongs to;
 *  - each member named here, by id or by key, with all its executions;
 *  - the executions that belong to no member, always: init and finalize are few;
 *  - for each key of `parked`, the oldest executions waiting for it, with their members.
 *  Nothing else, however large the batch is. */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { MemberId, RunbookVersion, StepExecutionId } from "../../contract/ids.ts";
import type { Input } from "./inputs.ts";
import { SLOT_WAKES_MAX } from "./slot-room.ts";

export type Need = {
  readonly executions: ReadonlySet<StepExecutionId>;
  readonly members: ReadonlySet<MemberId>;
  readonly memberKeys: ReadonlySet<MemberKey>;
  readonly parked: readonly { readonly waitingFor: string; readonly most: number }[];
  /** Besides those of the batch and its phases. */
  readonly versions: ReadonlySet<RunbookVersion>;
};

export function needs(inputs: readonly Input[]): Need {
  const executions = new Set<StepExecutionId>();
  const members = new Set<MemberId>();
  const memberKeys = new Set<MemberKey>();
  const keys = new Set<string>();
  const versions = new Set<RunbookVersion>();
  for (const input of inputs) {
    if ("executionId" in input) executions.add(input.executionId);
    if ("memberId" in input) members.add(input.memberId);
    if (input.kind === "set-aside" && input.timerOf !== null) executions.add(input.timerOf);
    if (input.kind === "worker-result")
      executions.add(input.result.correlationData.stepExecutionId);
    if (input.kind === "member-added") memberKeys.add(input.key);
    if (input.kind === "slot-due") keys.add(input.key);
    if (input.kind === "version-published") versions.add(input.version);
    if ("memberIds" in input) for (const id of input.memberIds) members.add(id);
  }
  const parked = [...keys].map((waitingFor) => ({ waitingFor, most: SLOT_WAKES_MAX }));
  return { executions, members, memberKeys, parked, versions };
}
