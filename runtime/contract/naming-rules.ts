/** What Azure demands of the names of the resources we create: length, characters, and how far
 *  a name must be unique. Where Azure allows more than we use (capitals, underscores, dots),
 *  we stay with lower-case letters, digits and hyphens. */

export type NameRule = {
  /** Stands in the name for the kind, as in `drover-kv-dev-…`. */
  readonly short: string;
  readonly charsMax: number;
  /** Where Azure takes no hyphen, the parts are written together. */
  readonly separator: "-" | "";
  readonly unique: "globally" | "in the subscription" | "in the resource group" | "in its parent";
};

export const NAME_RULES = {
  resourceGroup: { short: "rg", charsMax: 90, separator: "-", unique: "in the subscription" },
  keyVault: { short: "kv", charsMax: 24, separator: "-", unique: "globally" },
  storageAccount: { short: "st", charsMax: 24, separator: "", unique: "globally" },
  serviceBusNamespace: { short: "sb", charsMax: 50, separator: "-", unique: "globally" },
  sqlServer: { short: "sql", charsMax: 63, separator: "-", unique: "globally" },
  sqlDatabase: { short: "db", charsMax: 128, separator: "-", unique: "in its parent" },
  appServicePlan: { short: "plan", charsMax: 40, separator: "-", unique: "in the resource group" },
  /** Azure allows 60, but the host derives its id from the first 32 characters: two longer
   *  names that begin alike would share locks and timers in a common storage account. */
  functionApp: { short: "func", charsMax: 32, separator: "-", unique: "globally" },
  containerAppsEnvironment: {
    short: "cae",
    charsMax: 60,
    separator: "-",
    unique: "in the resource group",
  },
  containerApp: { short: "ca", charsMax: 32, separator: "-", unique: "in the resource group" },
  containerAppJob: { short: "caj", charsMax: 32, separator: "-", unique: "in the resource group" },
  containerRegistry: { short: "cr", charsMax: 50, separator: "", unique: "globally" },
  containerGroup: { short: "ci", charsMax: 63, separator: "-", unique: "in the resource group" },
  userAssignedIdentity: {
    short: "id",
    charsMax: 128,
    separator: "-",
    unique: "in the resource group",
  },
  virtualNetwork: { short: "vnet", charsMax: 64, separator: "-", unique: "in the resource group" },
  subnet: { short: "snet", charsMax: 80, separator: "-", unique: "in its parent" },
  networkSecurityGroup: {
    short: "nsg",
    charsMax: 80,
    separator: "-",
    unique: "in the resource group",
  },
  privateEndpoint: { short: "pe", charsMax: 64, separator: "-", unique: "in the resource group" },
  natGateway: { short: "ng", charsMax: 80, separator: "-", unique: "in the resource group" },
  publicIpAddress: { short: "pip", charsMax: 80, separator: "-", unique: "in the resource group" },
  actionGroup: { short: "ag", charsMax: 260, separator: "-", unique: "in the resource group" },
  alertRule: { short: "ar", charsMax: 260, separator: "-", unique: "in the resource group" },
  budget: { short: "bdg", charsMax: 63, separator: "-", unique: "in its parent" },
  logAnalytics: { short: "log", charsMax: 63, separator: "-", unique: "in the resource group" },
  applicationInsights: {
    short: "appi",
    charsMax: 255,
    separator: "-",
    unique: "in the resource group",
  },
} as const satisfies Readonly<Record<string, NameRule>>;

export type ResourceKind = keyof typeof NAME_RULES;
