/** The program: config, then the estate, then outputs. It decides nothing itself; what exists is
 *  said in the blueprint, what varies in Pulumi.<stack>.yaml. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { buildEstate } from "./build-estate.ts";
import { artifactsFor } from "./bundle/artifacts.ts";
import { readEstate, readStackConfig } from "./config.ts";
import { notYetShipped } from "./settings/in-azure.ts";

const config = readStackConfig();
const [account, artifacts] = await Promise.all([getClientConfig(), artifactsFor(config)]);
const estate = readEstate(config, account);

export const { apiClientId, cliClientId } = buildEstate(estate, artifacts);
export const resourceGroupName = estate.resourceGroupName;
export const serviceBusHost = estate.hosts.bus;
export const apiUrl = `https://${estate.hosts.site("admin-api")}`;
/** Components that the estate is ready for and that have no code yet, each with the reason. */
export const withoutCode = notYetShipped(artifacts);
