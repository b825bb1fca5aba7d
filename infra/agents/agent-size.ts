/** How large an agent is and where it runs. Pure.
 *  The seed's 2 processors and 64 GiB fit on no shared node and not on one of 64 GiB either, which
 *  keeps a part for itself: an E16 hosts one agent. A small estate plays small scenarios
 *  on shared nodes instead, where agents cost by the second and no node is kept. */
import { containerJob, type ShapeOf } from "../settings/deployables.ts";
import type { StackConfig } from "../stack-settings.ts";
import { CONSUMPTION, type WorkloadProfile } from "../worker/environment-settings.ts";
import { scenariosAtOnce } from "./scenarios-at-once.ts";

type Scale = ShapeOf<"container-job">["scale"];

export type AgentSize = {
  readonly scale: Scale;
  /** Where agents run; the environment has the shared nodes besides. */
  readonly profile: WorkloadProfile;
};

const DEDICATED = { name: "agents", workloadProfileType: "E16" } as const;

/** Azure's largest on shared nodes is 4 processors and 8 GiB. */
const SMALL_MEMORY_GIB = 4;

type Choice = Pick<StackConfig, "size" | "simulationSize" | "runOverlap">;

/** One node for each agent, and never more agents than the estate may have at once (H-036). */
const nodesMax = (choice: Choice, { max }: Scale): number => Math.min(scenariosAtOnce(choice), max);

export function agentSize(choice: Choice): AgentSize {
  const { scale } = containerJob("agent");
  if (choice.size === "dev")
    return { scale: { ...scale, memoryGib: SMALL_MEMORY_GIB }, profile: CONSUMPTION };
  const profile = { ...DEDICATED, minimumCount: 0, maximumCount: nodesMax(choice, scale) };
  return { scale, profile };
}

export const profilesFor = ({ profile }: AgentSize): readonly WorkloadProfile[] =>
  profile.name === CONSUMPTION.name ? [CONSUMPTION] : [CONSUMPTION, profile];
