/** Azure's ids of the built-in roles that the rules of this folder speak about. */

/** Whoever holds one can take any other role. */
export const TAKING_ROLES: ReadonlyMap<string, string> = new Map([
  ["8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "Owner"],
  ["18d7d88d-d35e-4fb5-a5c3-7773c20a72d9", "User Access Administrator"],
]);

/** Roles that can assign roles, within a condition. */
export const GRANTING_ROLES: ReadonlyMap<string, string> = new Map([
  ["f58310d9-a9f6-439a-9e8d-f62e7b41a168", "Role Based Access Control Administrator"],
  ["8b54135c-b56d-4d72-a534-26097cfdc8d8", "Key Vault Data Access Administrator"],
  ["66f75aeb-eabe-4b70-9f1e-c350c4c9ad04", "Virtual Machine Data Access Administrator"],
]);

/** What may be assigned on a whole subscription, and what for. Roles of the stack's own may be
 *  there too. */
export const SUBSCRIPTION_ROLES: ReadonlyMap<string, string> = new Map([
  [
    "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
    "lets a scenario's identity into its own resource group, under a condition",
  ],
]);

export const BUS_DATA_ROLES: ReadonlyMap<string, string> = new Map([
  ["69a216fc-b8fb-44d8-bc22-1f3c2cd27a39", "Azure Service Bus Data Sender"],
  ["4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0", "Azure Service Bus Data Receiver"],
  ["090c5cfd-751d-490a-894a-3ce6f1109419", "Azure Service Bus Data Owner"],
]);

export const STORAGE_DATA_ROLES: ReadonlyMap<string, string> = new Map([
  ["b7e6dc6d-f1e8-4753-8033-0f276bb0955b", "Storage Blob Data Owner"],
  ["ba92f5b4-2d11-453d-a403-e96b0029c9fe", "Storage Blob Data Contributor"],
  ["2a2b9908-6ea1-4ae2-8e65-a410df84e7d1", "Storage Blob Data Reader"],
  ["974c5e8b-45b9-4653-ba55-5f855dd0fb88", "Storage Queue Data Contributor"],
  ["0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3", "Storage Table Data Contributor"],
]);

export const VAULT_READING_ROLES: ReadonlyMap<string, string> = new Map([
  ["4633458b-17de-408a-b874-0445c86b69e6", "Key Vault Secrets User"],
  ["db79e9a7-68ee-4b58-9aeb-b90e7c24fcba", "Key Vault Certificate User"],
]);

/** The last part of `/subscriptions/…/roleDefinitions/<id>`. */
export const roleIdOf = (roleDefinitionId: string): string =>
  roleDefinitionId.slice(roleDefinitionId.lastIndexOf("/") + 1).toLowerCase();
