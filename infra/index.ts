/** The program: config, then components, then outputs. It decides nothing itself; what exists is
 *  said in the blueprint, what varies in Pulumi.<stack>.yaml. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { ResourceGroup } from "@pulumi/azure-native/resources/index.js";
import { getProject } from "@pulumi/pulumi";
import { readStackConfig } from "./config.ts";
import { planEstate } from "./estate.ts";
import { Identities } from "./identity/identities.ts";
import { RoleAssignments } from "./identity/role-assignments.ts";
import { Messaging } from "./messaging/messaging.ts";
import { Network } from "./network/network.ts";

const config = readStackConfig();
const account = await getClientConfig();
const estate = planEstate(getProject(), config, account);
const { location, tags, protect } = config;

const group = new ResourceGroup(
  "estate",
  { resourceGroupName: estate.resourceGroupName, location, tags },
  { protect },
);
const network = new Network("network", { estate, after: group });
const messaging = new Messaging("bus", { estate, network, after: group });
const identities = new Identities("identities", { estate, after: group });

new RoleAssignments("rights", {
  estate,
  identities: identities.byName,
  places: messaging.places,
});

export const resourceGroupName = estate.resourceGroupName;
export const serviceBusHost = `${estate.namespaceName}.servicebus.windows.net`;
