/** A function app on the Flex Consumption plan in the words of Azure's API. Pure.
 *  F1. Nobody signs in with a password: publishing and storage take identities only.
 *  F2. A private estate's app answers in its network only; a public one answers whom the stack
 *      lists, and an app that no person calls answers nobody. */
import type { ShapeOf } from "../settings/deployables.ts";
import type { StackConfig } from "../stack-settings.ts";

/** The newest that the plan's own page lists (AZURE.md section 4); bundles are built for it. */
const RUNTIME = { name: "node", version: "22" } as const;

export const planSettings = (network: StackConfig["network"]) =>
  ({
    kind: "functionapp",
    reserved: true,
    sku: { name: "FC1", tier: "FlexConsumption" },
    zoneRedundant: network === "private",
  }) as const;

export type AppConfigInputs = {
  readonly scale: ShapeOf<"function-app">["scale"];
  /** Whether the app serves requests: only then is `http` a group that can be kept ready. */
  readonly servesHttp: boolean;
  readonly packageUrl: string;
  readonly identityId: string;
};

export const appConfig = ({ scale, servesHttp, packageUrl, identityId }: AppConfigInputs) => ({
  deployment: {
    storage: {
      type: "blobContainer",
      value: packageUrl,
      authentication: {
        type: "UserAssignedIdentity",
        userAssignedIdentityResourceId: identityId,
      },
    },
  },
  runtime: RUNTIME,
  scaleAndConcurrency: {
    instanceMemoryMB: scale.memoryMb,
    maximumInstanceCount: scale.max,
    alwaysReady:
      scale.alwaysReady > 0 && servesHttp
        ? [{ name: "http", instanceCount: scale.alwaysReady }]
        : [],
  },
});

export const servesHttp = ({ triggers }: ShapeOf<"function-app">): boolean =>
  triggers.some(({ kind }) => kind === "http");

type Access = Pick<StackConfig, "network" | "apiAllowedAddresses">;

/** Who may call. Azure numbers rules from the most important one on. */
const callers = ({ apiAllowedAddresses }: Access, called: boolean) =>
  called
    ? apiAllowedAddresses.map((ipAddress, index) => ({
        name: `allowed-${index + 1}`,
        action: "Allow",
        priority: 100 + index,
        ipAddress,
      }))
    : [];

/** What a site lets in. The plan ignores or refuses the older switches (ftpsState, alwaysOn,
 *  vnetRouteAllEnabled), so none of them is here. */
export const siteAccess = (access: Access, called: boolean) =>
  ({
    publicNetworkAccess: access.network === "private" ? "Disabled" : "Enabled",
    siteConfig: {
      minTlsVersion: "1.2",
      scmMinTlsVersion: "1.2",
      http20Enabled: true,
      remoteDebuggingEnabled: false,
      ipSecurityRestrictionsDefaultAction: "Deny",
      ipSecurityRestrictions: callers(access, called),
      // Code comes in here, from wherever deployments run: by identity, without a password.
      // In a private estate the site as a whole answers in its network only.
      scmIpSecurityRestrictionsDefaultAction: "Allow",
      scmIpSecurityRestrictionsUseMain: false,
    },
  }) as const;
