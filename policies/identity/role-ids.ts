/** Azure's ids of the built-in roles that the rules of this folder speak about. */

export const GRANTING_ROLES: ReadonlyMap<string, string> = new Map([
  ["8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "Owner"],
  ["18d7d88d-d35e-4fb5-a5c3-7773c20a72d9", "User Access Administrator"],
]);

export const BUS_DATA_ROLES: ReadonlyMap<string, string> = new Map([
  ["69a216fc-b8fb-44d8-bc22-1f3c2cd27a39", "Azure Service Bus Data Sender"],
  ["4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0", "Azure Service Bus Data Receiver"],
  ["090c5cfd-751d-490a-894a-3ce6f1109419", "Azure Service Bus Data Owner"],
]);

/** The last part of `/subscriptions/…/roleDefinitions/<id>`. */
export const roleIdOf = (roleDefinitionId: string): string =>
  roleDefinitionId.slice(roleDefinitionId.lastIndexOf("/") + 1).toLowerCase();
