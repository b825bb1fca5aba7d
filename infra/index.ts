/** The program: config, then the estate, then outputs. It decides nothing itself; what exists is
 *  said in the blueprint, what varies in Pulumi.<stack>.yaml. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { buildEstate } from "./build-estate.ts";
import { notYetShipped } from "./bundle/artifact-shape.ts";
import { artifactsFor } from "./bundle/artifacts.ts";
import { readEstate, readStackConfig } from "./config.ts";

const config = readStackConfig();
const [account, artifacts] = await Promise.all([getClientConfig(), artifactsFor(config)]);
const estate = readEstate(config, account, artifacts);

export const { apiClientId, cliClientId } = buildEstate(estate, artifacts);
export const resourceGroupName = estate.resourceGroupName;
export const serviceBusHost = estate.hosts.bus;
/** Absent while the API has no code. */
export const apiUrl = estate.ships.has("admin-api")
  ? `https://${estate.hosts.site("admin-api")}`
  : undefined;
/** Components for which nothing is built because they have no code yet, each with the reason. */
export const withoutCode = Object.fromEntries(notYetShipped(artifacts));
