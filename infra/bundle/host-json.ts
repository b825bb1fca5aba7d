/** What the Functions host reads beside the code. Schedules, topics and connections are not here:
 *  each function registers its own. */

/** The host settles the messages of a call that ended well, and a call ends after its commit; one
 *  that throws gets them again. */
const SERVICE_BUS = {
  autoCompleteMessages: true,
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
  // The API knows its whole paths; the host must not put another word before them.
  extensions: { serviceBus: SERVICE_BUS, http: { routePrefix: "" } },
  logging: {
    applicationInsights: { samplingSettings: { isEnabled: true, excludedTypes: "Exception" } },
  },
} as const;
