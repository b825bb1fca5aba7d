/** A message that expires unseen would be progress lost without a trace; in the dead-letter queue
 *  it can be found and sent again. */
import { Subscription } from "@pulumi/azure-native/servicebus/index.js";
import { type ResourceValidationPolicy, validateResourceOfType } from "@pulumi/policy";

export const deadLetterOnExpiration = {
  name: "service-bus-dead-letter-on-expiration",
  displayName: "Service Bus keeps expired messages",
  description: "Subscriptions move expired messages to their dead-letter queue.",
  severity: "medium",
  validateResource: validateResourceOfType(Subscription, (subscription, _args, reportViolation) => {
    if (subscription.deadLetteringOnMessageExpiration === true) return;
    reportViolation(
      "Set deadLetteringOnMessageExpiration to true: an expired message must leave a trace.",
    );
  }),
} satisfies ResourceValidationPolicy;
