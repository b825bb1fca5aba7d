/** The shape of a right: who may do what, where, and why. Scopes name the narrowest thing that
 *  works; there is no way to write the namespace, a storage account or the platform's vault. */
import type { ComponentName } from "./components.ts";
import type { RoleName } from "./roles.ts";
import type { SecretName } from "./secrets.ts";
import type { ContainerName, TableName } from "./storage.ts";
import type { SubscriptionRef, TopicName } from "./topics.ts";

export type Scope =
  | { readonly kind: "topic"; readonly topic: TopicName }
  | ({ readonly kind: "subscription" } & SubscriptionRef)
  | { readonly kind: "secret"; readonly secret: SecretName }
  /** A container of a `host` account is the one of the component's own account. */
  | { readonly kind: "container"; readonly container: ContainerName }
  | { readonly kind: "table"; readonly table: TableName }
  | { readonly kind: "registry" }
  /** The component's own telemetry. */
  | { readonly kind: "telemetry" }
  /** `agents`: agent jobs and scenario identities. `scaled`: containers of the scaler. */
  | { readonly kind: "resource-group"; readonly group: "agents" | "scaled" }
  | { readonly kind: "environment"; readonly environment: "agents" }
  | { readonly kind: "identity"; readonly of: ComponentName }
  /** Where containers of the scaler get their addresses; only a private estate has it. */
  | { readonly kind: "subnet"; readonly subnet: "containers" }
  /** The subscription that HayMaker exercises; never the one that holds the platform. */
  | { readonly kind: "target-subscription" }
  /** The vault that holds scenario secrets and nothing else. */
  | { readonly kind: "scenario-vault" };

/** `scenario-secrets`: only where scenarios sign in with secrets. `private-network`: only where
 *  the estate has a network of its own. */
export type RightCondition = "always" | "scenario-secrets" | "private-network";

export type Right = {
  readonly component: ComponentName;
  readonly role: RoleName;
  readonly scope: Scope;
  readonly reason: string;
  readonly when: RightCondition;
};
