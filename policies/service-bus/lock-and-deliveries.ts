/** Azure refuses a lock above five minutes, only at deployment. A short one is lost while work
 *  goes on; one delivery dead-letters on the first hiccup, a hundred repeat a poison message for
 *  hours. */
import type { SubscriptionArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { secondsOf } from "./duration.ts";

const LOCK_SEC_MIN = 30;
const LOCK_SEC_MAX = 300;
const DELIVERIES_MIN = 3;
const DELIVERIES_MAX = 20;

export const lockAndDeliveries = {
  name: "service-bus-lock-and-deliveries",
  displayName: "Service Bus locks and deliveries",
  description:
    "Locks last half a minute to five, less than a message's life; deliveries are a few.",
  severity: "medium",
  validateResource: onType<SubscriptionArgs>("servicebus:Subscription", (props, report) => {
    const lock = secondsOf(props.lockDuration ?? "PT1M");
    const life = secondsOf(props.defaultMessageTimeToLive);
    const deliveries = props.maxDeliveryCount ?? 10;
    if (!(lock >= LOCK_SEC_MIN && lock <= LOCK_SEC_MAX && lock < life))
      report(
        "Set lockDuration between PT30S and PT5M, below the time to live: Azure takes no more.",
      );
    if (deliveries < DELIVERIES_MIN || deliveries > DELIVERIES_MAX)
      report(
        `Set maxDeliveryCount to ${DELIVERIES_MIN} … ${DELIVERIES_MAX}: ` +
          "one hiccup must not dead-letter a message, nor a poison message repeat for hours.",
      );
  }),
} satisfies ResourceValidationPolicy;
