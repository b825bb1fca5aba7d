/** A message that expires unseen would be progress lost without a trace; in the dead-letter queue
 *  it can be found and sent again. */
import type { SubscriptionArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const deadLetterOnExpiration = {
  name: "service-bus-dead-letter-on-expiration",
  displayName: "Service Bus keeps expired messages",
  description: "Subscriptions dead-letter messages that expire or on which a filter breaks.",
  severity: "medium",
  validateResource: onType<SubscriptionArgs>("servicebus:Subscription", (props, report) => {
    if (props.deadLetteringOnMessageExpiration !== true)
      report(
        "Set deadLetteringOnMessageExpiration to true: an expired message must leave a trace.",
      );
    if (props.deadLetteringOnFilterEvaluationExceptions === false)
      report(
        "Set deadLetteringOnFilterEvaluationExceptions to true: " +
          "a message on which a filter breaks must leave a trace.",
      );
  }),
} satisfies ResourceValidationPolicy;
