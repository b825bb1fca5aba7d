/** What the Functions host reads beside the code. Schedules, topics and connections are not here:
 *  each function registers its own. */

/** Settling is the function's doing, when its transaction is in: the host must not settle for it,
 *  and must not hold more messages than one call takes. */
const SERVICE_BUS = {
  autoCompleteMessages: false,
  maxAutoLockRenewalDuration: "00:05:00",
  maxMessageBatchSize: 1_000,
} as const;

export const HOST_JSON = {
  version: "2.0",
  functionTimeout: "00:10:00",
  extensionBundle: {
    id: "Microsoft.Azure.Functions.ExtensionBundle",
    version: "[4.0.0, 5.0.0)",
  },
  extensions: { serviceBus: SERVICE_BUS },
  logging: {
    applicationInsights: { samplingSettings: { isEnabled: true, excludedTypes: "Exception" } },
  },
} as const;
