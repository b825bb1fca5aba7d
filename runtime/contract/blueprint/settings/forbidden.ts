/** Settings that the Flex Consumption plan refuses or ignores. An app that carries one either
 *  fails to deploy or pretends to a behaviour it does not have, so nothing of ours sets them. */

export const FLEX_FORBIDDEN_SETTINGS = [
  "ENABLE_ORYX_BUILD",
  "FUNCTIONS_EXTENSION_VERSION",
  "FUNCTIONS_WORKER_RUNTIME",
  "FUNCTIONS_WORKER_RUNTIME_VERSION",
  "SCM_DO_BUILD_DURING_DEPLOYMENT",
  "TZ",
  "WEBSITE_CONTENTAZUREFILECONNECTIONSTRING",
  "WEBSITE_CONTENTOVERVNET",
  "WEBSITE_CONTENTSHARE",
  "WEBSITE_DNS_SERVER",
  "WEBSITE_LOAD_CERTIFICATES",
  "WEBSITE_NODE_DEFAULT_VERSION",
  "WEBSITE_RUN_FROM_PACKAGE",
  "WEBSITE_TIME_ZONE",
  "WEBSITE_VNET_ROUTE_ALL",
] as const;

/** Keys that would let a host in without its identity. */
export const KEYED_SETTINGS = ["AzureWebJobsStorage", "ServiceBusConnection"] as const;
