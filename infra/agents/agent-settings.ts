/** What every agent is told, and what a run adds for one scenario. Pure.
 *  The key to the language model is a reference into the vault; the definition of the job never
 *  holds a secret (H-038). */
import { SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import type { AppSettingsOf } from "../../runtime/contract/blueprint/settings/settings.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import type { EstateValues, Value } from "../settings/wire.ts";

/** Known only when a run starts a scenario. */
type AddedByRun = "SCENARIO_NAME" | "RUN_ID" | "DROVER_SCENARIO_CLIENT_ID";

const KEY = "anthropic-api-key";

type Setting = { readonly value: Value } | { readonly secretRef: string };

type AgentSettings = Omit<AppSettingsOf<"agent", Setting>, AddedByRun>;

const settings = (values: EstateValues, clientId: Value): AgentSettings => ({
  AZURE_CLIENT_ID: { value: clientId },
  LOG_LEVEL: { value: values.logLevel },
  SERVICE_BUS_NAMESPACE: { value: values.busHost },
  SERVICE_BUS_TOPIC: { value: TOPICS["agent-logs"].name },
  AZURE_TENANT_ID: { value: values.runs.targetTenantId },
  AZURE_SUBSCRIPTION_ID: { value: values.runs.targetSubscriptionId },
  ANTHROPIC_API_KEY: { secretRef: KEY },
});

export const agentEnvironment = (values: EstateValues, clientId: Value) =>
  Object.entries(settings(values, clientId))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, setting]) => ({ name, ...setting }));

/** The platform fetches it with the agents' identity when an agent starts. */
export const agentSecrets = (vaultUrl: string, identityId: string) => [
  { name: KEY, keyVaultUrl: `${vaultUrl}secrets/${SECRETS[KEY].name}`, identity: identityId },
];
