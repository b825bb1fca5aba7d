/** The program: config, then components, then outputs. It decides nothing itself; what exists is
 *  said in the blueprint, what varies in Pulumi.<stack>.yaml. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { artifactsFor } from "./bundle/artifacts.ts";
import { startCompute } from "./compute/compute.ts";
import { makePools } from "./compute/pools.ts";
import { watch } from "./compute/watch.ts";
import { readEstate, readStackConfig } from "./config.ts";
import { AppRegistrations } from "./entra/app-registrations.ts";
import { layGround } from "./ground/ground.ts";
import { RoleAssignments } from "./identity/role-assignments.ts";
import { notYetShipped } from "./settings/in-azure.ts";

const config = readStackConfig();
const [account, artifacts] = await Promise.all([getClientConfig(), artifactsFor(config)]);
const estate = readEstate(config, account);

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

export const resourceGroupName = estate.resourceGroupName;
export const serviceBusHost = estate.hosts.bus;
export const apiUrl = `https://${estate.hosts.site("admin-api")}`;
export const { apiClientId, cliClientId } = entra;
/** Components that the estate is ready for and that have no code yet, each with the reason. */
export const withoutCode = notYetShipped(artifacts);
