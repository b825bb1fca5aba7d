/** The program as it will be once every component has code: the same parts in the same order,
 *  with packages and images that stand for code which is not written yet. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { getProject } from "@pulumi/pulumi";
import type { Artifact, CodeArtifacts } from "../../../infra/bundle/artifacts.ts";
import { startCompute } from "../../../infra/compute/compute.ts";
import { makePools } from "../../../infra/compute/pools.ts";
import { watch } from "../../../infra/compute/watch.ts";
import { readStackConfig } from "../../../infra/config.ts";
import { AppRegistrations } from "../../../infra/entra/app-registrations.ts";
import { planEstate } from "../../../infra/estate.ts";
import { layGround } from "../../../infra/ground/ground.ts";
import { RoleAssignments } from "../../../infra/identity/role-assignments.ts";
import { COMPONENTS, type ComponentName } from "../../../runtime/contract/blueprint/components.ts";

const HASH = "0".repeat(64);

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

function artifact(component: ComponentName): Artifact {
  const declared = COMPONENTS[component];
  if (declared.kind === "function-app") return { kind: "package", component, hash: HASH };
  if (declared.kind === "container-group")
    return { kind: "not-yet-shipped", reason: "Each team brings its own." };
  const { repository, dockerfile } = declared.image;
  return { kind: "image", component, hash: HASH, repository, tag: "c-0", dockerfile };
}

const artifacts: CodeArtifacts = new Map(
  Object.keys(COMPONENTS)
    .filter(isComponentName)
    .map((component) => [component, artifact(component)]),
);

const config = readStackConfig();
const estate = planEstate(getProject(), config, await getClientConfig());
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
