/** Everything that an estate consists of, in the order in which one thing needs another: the
 *  ground, who may do what on it, what runs there with the code it ships, and who watches. */
import type { CodeArtifacts } from "./bundle/artifact-shape.ts";
import { startCompute } from "./compute/compute.ts";
import { makePools } from "./compute/pools.ts";
import { watch } from "./compute/watch.ts";
import { sayWhatIsMissing } from "./deploy/not-yet-shipped.ts";
import { AppRegistrations } from "./entra/app-registrations.ts";
import type { Estate } from "./estate.ts";
import { layGround } from "./ground/ground.ts";
import { RoleAssignments } from "./identity/role-assignments.ts";

export type Built = Pick<AppRegistrations, "apiClientId" | "cliClientId">;

export function buildEstate(estate: Estate, artifacts: CodeArtifacts): Built {
  sayWhatIsMissing(artifacts);
  const ground = layGround(estate);
  const pools = makePools(estate, ground);
  const rights = new RoleAssignments("rights", {
    estate,
    identities: ground.identities.byName,
    places: [...ground.places, pools.places],
    after: ground.group,
  });
  const entra = new AppRegistrations("entra", { estate });
  const compute = startCompute({ estate, ground, pools, rights, entra, artifacts });
  watch({ estate, ground, pools, compute });
  return entra;
}
