/** The services that have private endpoints here: what Azure calls their door, and the DNS zone
 *  in which it answers. Pure. Queues have none: nothing of ours uses them (AZURE: only Durable
 *  does). */

export const PRIVATE_SERVICES = {
  vault: "privatelink.vaultcore.azure.net",
  namespace: "privatelink.servicebus.windows.net",
  sqlServer: "privatelink.database.windows.net",
  blob: "privatelink.blob.core.windows.net",
  table: "privatelink.table.core.windows.net",
  registry: "privatelink.azurecr.io",
  /** Function apps; also where their code is published (`scm`), under the same door. */
  sites: "privatelink.azurewebsites.net",
} as const satisfies Readonly<Record<string, string>>;

/** The group id of the endpoint, in Azure's words. */
export type PrivateService = keyof typeof PRIVATE_SERVICES;
