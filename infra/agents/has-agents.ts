/** Whether an estate has a place for agents: as soon as somebody has code who would use it. An idle
 *  environment with nodes of its own is billed by the hour. Pure. */
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";

export const hasAgents = (ships: ReadonlySet<ComponentName>): boolean =>
  ships.has("agent") || ships.has("haymaker-worker");
