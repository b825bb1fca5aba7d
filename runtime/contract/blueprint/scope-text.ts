/** A scope in words that a person can compare: `subscription worker-jobs/worker-{workerId}`,
 *  `secret anthropic-api-key`, `registry`. Patterns stay patterns. */
import type { Scope } from "./right-shape.ts";
import { SECRETS } from "./secrets.ts";

export function scopeText(scope: Scope): string {
  switch (scope.kind) {
    case "topic":
      return `topic ${scope.topic}`;
    case "subscription":
      return `subscription ${scope.topic}/${scope.subscription}`;
    case "secret":
      return `secret ${SECRETS[scope.secret].name}`;
    case "container":
      return `container ${scope.container}`;
    case "table":
      return `table ${scope.table}`;
    case "resource-group":
      return `resource-group ${scope.group}`;
    case "environment":
      return `environment ${scope.environment}`;
    case "subnet":
      return `subnet ${scope.subnet}`;
    case "identity":
      return `identity ${scope.of}`;
    case "registry":
    case "telemetry":
    case "target-subscription":
    case "scenario-vault":
      return scope.kind;
  }
}
