/** A publisher that lost its answer sends again; the message id makes the second copy vanish
 *  (R04). It cannot be switched on later, only at creation. */
import type { TopicArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { secondsOf } from "./duration.ts";

const WINDOW_SEC_MIN = 600;

export const duplicateDetection = {
  name: "service-bus-duplicate-detection",
  displayName: "Service Bus duplicate detection",
  description: "Topics drop a message that was sent twice within ten minutes.",
  severity: "medium",
  validateResource: onType<TopicArgs>("servicebus:Topic", (props, report) => {
    const window = secondsOf(props.duplicateDetectionHistoryTimeWindow ?? "PT10M");
    if (props.requiresDuplicateDetection === true && window >= WINDOW_SEC_MIN) return;
    report(
      "Set requiresDuplicateDetection to true with a window of PT10M or more: " +
        "a job that is sent again would run again.",
    );
  }),
} satisfies ResourceValidationPolicy;
