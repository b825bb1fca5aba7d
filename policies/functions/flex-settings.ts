/** Azure refuses or ignores them, only at deployment (AZURE's list of deprecations for Flex
 *  Consumption). */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onType } from "../resource-rule.ts";

const REFUSED_SETTINGS: readonly RegExp[] = [
  /^FUNCTIONS_(?:WORKER_RUNTIME(?:_VERSION)?|EXTENSION_VERSION)$/,
  /^WEBSITE_(?:RUN_FROM_PACKAGE|CONTENT.*|NODE_DEFAULT_VERSION)$/,
  /^WEBSITE_(?:VNET_ROUTE_ALL|DNS_SERVER|TIME_ZONE)$/,
  /^(?:TZ|SCM_DO_BUILD_DURING_DEPLOYMENT|ENABLE_ORYX_BUILD)$/,
];

const REFUSED_KEYS = [
  "alwaysOn",
  "ftpsState",
  "functionAppScaleLimit",
  "linuxFxVersion",
  "preWarmedInstanceCount",
  "vnetRouteAllEnabled",
  "websiteTimeZone",
] as const;

export const flexSettings = {
  name: "functions-flex-settings",
  displayName: "Functions set nothing that Flex refuses",
  description: "A Flex app carries none of the settings that the plan refuses.",
  severity: "medium",
  validateResource: onType<WebAppArgs>("web:WebApp", (props, report) => {
    const settings = (props.siteConfig?.appSettings ?? []).map(({ name }) => name ?? "");
    const refused = [
      ...settings.filter((name) => REFUSED_SETTINGS.some((refused) => refused.test(name))),
      ...REFUSED_KEYS.filter((key) => isSet(props.siteConfig ?? {}, key)),
    ];
    if (refused.length === 0) return;
    report(`Remove ${refused.join(", ")}: Flex Consumption takes none of them.`);
  }),
} satisfies ResourceValidationPolicy;
