/** The program: config, then components, then outputs. It decides nothing itself; what exists is
 *  said in the blueprint, what varies in Pulumi.<stack>.yaml. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { getProject } from "@pulumi/pulumi";
import { readStackConfig } from "./config.ts";
import { planEstate } from "./estate.ts";
import { layGround } from "./ground/ground.ts";
import { RoleAssignments } from "./identity/role-assignments.ts";

const config = readStackConfig();
const account = await getClientConfig();
const estate = planEstate(getProject(), config, account);

const ground = layGround(estate);

new RoleAssignments("rights", {
  estate,
  identities: ground.identities.byName,
  places: ground.places,
  after: ground.group,
});

export const resourceGroupName = estate.resourceGroupName;
export const serviceBusHost = estate.hosts.bus;
