/** What lies around an estate, from its config: who works for it, and where people and deployments
 *  come from. */
import type { StackConfig } from "../../stack-settings.ts";
import type { Surroundings } from "./reach.ts";

export const surroundingsOf = ({
  workers,
  hub,
}: Pick<StackConfig, "workers" | "hub">): Surroundings => ({
  workers,
  hub: hub === undefined ? null : { kind: "hub", networkId: hub.virtualNetworkId, ...hub },
});
