/** The Azure roles that rights may use, by name, with the ids Azure gives them; the few roles of
 *  our own, where no built-in one is narrow enough; and the roles nobody may ever hold. */

export const BUILT_IN_ROLES = {
  "Azure Service Bus Data Sender": "69a216fc-b8fb-44d8-bc22-1f3c2cd27a39",
  "Azure Service Bus Data Receiver": "4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0",
  "Key Vault Secrets User": "4633458b-17de-408a-b874-0445c86b69e6",
  "Key Vault Secrets Officer": "b86a8fe4-44ce-4948-aee5-eccb2c155cd7",
  "Storage Blob Data Owner": "b7e6dc6d-f1e8-4753-8033-0f276bb0955b",
  "Storage Blob Data Contributor": "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
  "Storage Blob Data Reader": "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
  "Storage Table Data Contributor": "0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3",
  AcrPull: "7f951dda-4ed3-4680-a7ca-43fe172d538d",
  "Monitoring Metrics Publisher": "3913510d-42f4-4e42-8a64-420c390055eb",
  "Container Apps Jobs Contributor": "4e3d2b60-56ae-4dc6-a233-09c8e5a82e68",
  "Azure Container Instances Contributor Role": "5d977122-f97e-4b4d-a52f-6b43003ddb4d",
  "Managed Identity Contributor": "e40ec5ca-96e0-45a2-b4ff-59039f2c2b59",
  "Managed Identity Operator": "f1a07417-d97a-45cb-824c-7a7467783830",
  "Role Based Access Control Administrator": "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
  Contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  Reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
} as const satisfies Readonly<Record<string, string>>;

export type CustomRole = {
  readonly description: string;
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
};

export const CUSTOM_ROLES = {
  "Drover Scenario Cleaner": {
    description: "Makes and removes scenario resource groups and removes what runs left behind.",
    actions: ["*/read", "*/delete", "Microsoft.Resources/subscriptions/resourceGroups/write"],
    notActions: ["Microsoft.Authorization/*/delete", "Microsoft.Subscription/*"],
  },
  "Drover Environment Joiner": {
    description: "Places jobs in a Container Apps environment without changing it.",
    actions: [
      "Microsoft.App/managedEnvironments/read",
      "Microsoft.App/managedEnvironments/join/action",
    ],
    notActions: [],
  },
  "Drover Subnet Joiner": {
    description: "Places containers in a subnet without changing it.",
    actions: [
      "Microsoft.Network/virtualNetworks/subnets/read",
      "Microsoft.Network/virtualNetworks/subnets/join/action",
    ],
    notActions: [],
  },
} as const satisfies Readonly<Record<string, CustomRole>>;

export type BuiltInRole = keyof typeof BUILT_IN_ROLES;
export type RoleName = BuiltInRole | keyof typeof CUSTOM_ROLES;

/** Never granted to a component, whatever the scope; nor may a component hand them on. */
export const DENIED_ROLES = {
  Owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
  "User Access Administrator": "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
  "Azure Service Bus Data Owner": "090c5cfd-751d-490a-894a-3ce6f1109419",
  "Key Vault Data Access Administrator": "8b54135c-b56d-4d72-a534-26097cfdc8d8",
} as const satisfies Readonly<Record<string, string>>;
