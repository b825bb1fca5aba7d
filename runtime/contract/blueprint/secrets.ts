/** The few secrets that remain, and those of the seeds that have no place here. Names
 *  only: no value ever passes through the blueprint.
 *  S1. A secret that outlives a run has an expiry and a rotation (H-076).
 *  S2. Whoever reads a secret holds a right on that one secret, not on the vault. */

export type Secret = {
  /** Parts in braces are filled in when the secret is created. */
  readonly name: string;
  /** `scenarios` is a vault of its own: names are made at run time there, so whoever makes them
   *  needs the vault, and nothing else may lie in it. */
  readonly vault: "platform" | "scenarios";
  readonly contentType: string;
  readonly purpose: string;
  /** Null: lives no longer than its run and is deleted by the run's cleanup. */
  readonly expiresAfterDays: number | null;
  readonly rotation: string;
};

export const SECRETS = {
  "anthropic-api-key": {
    name: "anthropic-api-key",
    vault: "platform",
    contentType: "text/plain",
    purpose: "Lets agents, and the check before a run, talk to the language model.",
    expiresAfterDays: 90,
    rotation: "Write a new version; agents of the next run pick it up.",
  },
  "worker-certificate": {
    name: "worker-{workerId}-certificate",
    vault: "platform",
    contentType: "application/x-pkcs12",
    purpose: "Signs the worker's app-only sign-in to the tenant it migrates into.",
    expiresAfterDays: 365,
    rotation: "Key Vault renews it 30 days early; the worker reads the newest version at start.",
  },
  "worker-webhooks": {
    name: "worker-{workerId}-webhooks",
    vault: "platform",
    contentType: "application/json",
    purpose:
      "Webhooks that alerts may name: a JSON object of addresses by name, since whoever has such " +
      "an address may post there. Not set: alerts go by mail only.",
    expiresAfterDays: 365,
    rotation: "Write a new version; the worker reads the newest one at start.",
  },
  "scenario-principal": {
    name: "scenario-sp-{scenarioName}-secret-{run8}",
    vault: "scenarios",
    contentType: "text/plain",
    purpose: "Only where scenario identities use secrets instead of federation: one for each.",
    expiresAfterDays: null,
    rotation: "None: deleted with its principal when the scenario is cleaned up.",
  },
} as const satisfies Readonly<Record<string, Secret>>;
export type SecretName = keyof typeof SECRETS;

/** Secrets the seeds ask for that do not exist here; the value says what stands in their place. */
export const ABSENT_SECRETS = {
  "main-sp-client-id": "A client id is no secret, and the component's identity replaces it.",
  "main-sp-client-secret": "The component's identity replaces the principal and its secret.",
  "service-bus-connection-string": "Local authentication is off; identities open the bus.",
  "target-tenant-id": "Not secret: a plain setting.",
  "target-subscription-id": "Not secret: a plain setting.",
  "scheduler-sql-connection-string": "Server and database are plain settings; identity signs in.",
  "orchestrator-sql-connection-string":
    "Server and database are plain settings; identity signs in.",
  "admin-api-sql-connection-string": "Server and database are plain settings; identity signs in.",
  "keda-sb-connection-string": "The scale rule uses the identity of the component it scales.",
} as const satisfies Readonly<Record<string, string>>;
