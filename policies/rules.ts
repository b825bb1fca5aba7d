/** What other rule sets ask of such an estate, row by row, and who of ours sees to it: a policy
 *  where a planned resource carries the fact, a test where the repository does, and where neither
 *  can see it, why. Only data; the reference page and a test read it. The counterparts of a policy
 *  (PSRule, Checkov) stand in the policy itself as its tags. */

export type Enforcement =
  | { readonly by: "policy"; readonly rules: readonly string[] }
  | { readonly by: "test"; readonly file: string; readonly counterparts: readonly string[] }
  | { readonly by: "nobody"; readonly why: string; readonly counterparts: readonly string[] };

export type Row = {
  readonly demand: string;
  readonly enforced: readonly Enforcement[];
};

const policy = (...rules: readonly string[]): Enforcement => ({ by: "policy", rules });
const row = (demand: string, ...enforced: readonly Enforcement[]): Row => ({ demand, enforced });

const SCANS: Enforcement = {
  by: "nobody",
  why:
    "Scanning is a Defender plan of the subscription, which no stack owns. Quarantine holds " +
    "every image until a scanner of one's own lets it go; there is none.",
  counterparts: [
    "Azure.ACR.ContainerScan",
    "Azure.ACR.Quarantine",
    "CKV_AZURE_163",
    "CKV_AZURE_166",
  ],
};
const REPLICA: Enforcement = {
  by: "nobody",
  why:
    "Production asks for none: without a store and workers in the other region nobody could " +
    "serve it, and what is lost with a region is built and restored elsewhere. A stack that " +
    "wants one sets `replica` for service-bus-survives-a-zone.",
  counterparts: [],
};
const PLANS: Enforcement = {
  by: "nobody",
  why:
    "Plans are switched on, and paid for, by the subscription as a whole, which the estate may " +
    "share: who owns the subscription does so. The server's own part is sql-defender's.",
  counterparts: [
    "Azure.Defender.KeyVault",
    "Azure.Defender.SQL",
    "Azure.Defender.Storage",
    "Azure.Defender.Containers",
    "Azure.Defender.Arm",
    "Azure.Defender.Cspm",
    "CKV_AZURE_87",
    "CKV_AZURE_84",
    "CKV_AZURE_86",
    "CKV_AZURE_234",
    "CKV_AZURE_61",
  ],
};
const PEOPLE: Enforcement = {
  by: "nobody",
  why: "Rights of people are given for a time in Entra, outside of any program.",
  counterparts: ["Azure.RBAC.PIM"],
};
const TRUSTED: Enforcement = {
  by: "nobody",
  why: "It asks to let Azure's own services past the rules; some need it, none must have it.",
  counterparts: ["CKV_AZURE_36"],
};
const WORKFLOWS: Enforcement = {
  by: "test",
  file: "test/infra/workflows.test.ts",
  counterparts: ["CKV2_GHA_1", "CKV_GHA_2"],
};
const OUTPUTS: Enforcement = {
  by: "test",
  file: "test/policies/corpus.test.ts",
  counterparts: ["Azure.Deployment.OutputSecretValue"],
};
const DOCKERFILE: Enforcement = {
  by: "test",
  file: "test/policies/repository.test.ts",
  counterparts: ["CKV_DOCKER_3", "CKV_DOCKER_7", "CKV_DOCKER_8"],
};
const HEALTHCHECK: Enforcement = {
  by: "nobody",
  why: "Container Apps ignore HEALTHCHECK; whoever is called has probes (container-apps-probes).",
  counterparts: ["CKV_DOCKER_2"],
};

/** In the order of the comparison that they come from. */
export const COMPARED: readonly Row[] = [
  row("Key Vault purge protection", policy("key-vault-purge-protection")),
  row("Key Vault soft delete, 90 days", policy("key-vault-soft-delete")),
  row("Key Vault rights by role, no access policies", policy("key-vault-rbac")),
  row("Key Vault closed to the public", policy("key-vault-public-access-off")),
  row("Key Vault private endpoint", policy("key-vault-private-endpoint")),
  row("Key Vault audit logs", policy("key-vault-audit-logs")),
  row(
    "Secrets and keys expire, say what they are, rotate",
    policy("key-vault-secret-expiry", "key-vault-key-rotation"),
  ),
  row("Service Bus keys off", policy("service-bus-local-auth-off", "service-bus-no-keys")),
  row("Service Bus TLS 1.2", policy("service-bus-tls-1-2")),
  row(
    "Service Bus closed to the public",
    policy(
      "service-bus-public-access-off",
      "service-bus-network-rules",
      "service-bus-private-endpoint",
    ),
  ),
  row("Service Bus customer key, twice encrypted (opt-in)", policy("service-bus-customer-key")),
  row(
    "Service Bus audit logs, a replica in another region",
    policy("service-bus-audit-logs", "service-bus-survives-a-zone"),
    REPLICA,
  ),
  row("SQL Entra only", policy("sql-entra-only")),
  row("SQL TLS 1.2", policy("sql-tls-1-2")),
  row(
    "SQL closed to the public, private endpoint",
    policy("sql-public-access-off", "sql-private-endpoint"),
  ),
  row("SQL firewall without wide rules", policy("sql-firewall-closed")),
  row("SQL auditing, 90 days", policy("sql-auditing", "logs-retention")),
  row("SQL Defender and scans", policy("sql-defender")),
  row("SQL encryption, ledger (opt-in), zones", policy("sql-encryption", "sql-survives-a-zone")),
  row("Storage HTTPS only", policy("storage-https-only")),
  row("Storage TLS 1.2", policy("storage-tls-1-2")),
  row("Storage without anonymous blobs", policy("storage-no-anonymous-blobs")),
  row("Storage keys and local users off", policy("storage-keys-off")),
  row(
    "Storage closed to the public",
    policy("storage-public-access-off", "storage-no-foreign-tenants"),
    TRUSTED,
  ),
  row("Storage private endpoint", policy("storage-private-endpoint")),
  row("Storage soft delete of blobs and containers", policy("storage-soft-delete")),
  row(
    "Storage in several zones, links expire",
    policy("storage-survives-a-zone", "storage-sas-expiry"),
  ),
  row("Storage access is logged", policy("storage-logging")),
  row("Registry admin user off", policy("registry-admin-off")),
  row("Registry anonymous pull off", policy("registry-anonymous-pull-off")),
  row(
    "Registry tier, closed to the public",
    policy("registry-tier", "registry-public-access-off", "registry-private-endpoint"),
  ),
  row("Registry export off, kept and cleared", policy("registry-export-off", "registry-retention")),
  row("Registry scans, quarantine, zones", policy("registry-survives-a-zone"), SCANS),
  row(
    "Containers run as an identity",
    policy("container-apps-identity", "container-groups-private"),
  ),
  row(
    "Container environment internal",
    policy(
      "container-apps-environment-internal",
      "container-apps-ingress-internal",
      "container-apps-environment-encrypts",
      "container-apps-survive-a-zone",
    ),
  ),
  row("Container ingress encrypted and restricted", policy("container-apps-ingress-secure")),
  row("Container probes and replicas", policy("container-apps-probes", "container-apps-replicas")),
  row(
    "Container secrets by reference, images by digest, scaling by identity",
    policy(
      "container-apps-secrets-by-reference",
      "container-apps-image-pinned",
      "container-apps-scale-by-identity",
      "container-apps-registry-by-identity",
    ),
  ),
  row("Functions HTTPS, TLS 1.2", policy("functions-https-only", "functions-tls-1-2")),
  row(
    "Functions identity, no FTP, no debugger, HTTP/2",
    policy(
      "functions-identity",
      "functions-basic-auth-off",
      "functions-debug-off",
      "functions-http2",
      "functions-storage-by-identity",
      "functions-survive-a-zone",
    ),
  ),
  row(
    "Functions closed to the public, no open CORS, supported Node",
    policy(
      "functions-public-access-off",
      "functions-private-endpoint",
      "functions-in-the-network",
      "functions-cors",
      "functions-node-version",
    ),
  ),
  row(
    "Telemetry by identity, in the workspace",
    policy("insights-local-auth-off", "insights-workspace", "logs-local-auth-off"),
  ),
  row(
    "Subnets guarded and private",
    policy("network-subnet-guarded", "network-endpoints-guarded", "network-subnet-private"),
  ),
  row(
    "No open inbound rule, no way sideways",
    policy("network-no-open-inbound", "network-no-lateral-movement"),
  ),
  row("No secret in outputs and inputs", policy("no-plain-secrets"), OUTPUTS),
  row(
    "No Owner, groups instead of people, no owner of one's own making",
    policy("no-owner-assignments", "no-user-assignments", "no-custom-owner", "no-wide-scope"),
    PEOPLE,
  ),
  row("Federation names one caller", policy("federated-subject-exact"), WORKFLOWS),
  row(
    "Tags, regions, protection of what holds data",
    policy("required-tags", "allowed-regions", "stateful-protected"),
  ),
  row("Defender plans on", PLANS),
  row("Dockerfile: no root, no latest, health", DOCKERFILE, HEALTHCHECK),
];

/** What neither of the others asks. */
export const OURS: readonly Row[] = [
  row(
    "Data roles on entities, containers and secrets, never on the whole",
    policy("data-roles-on-entities", "storage-roles-on-containers", "vault-roles-on-secrets"),
  ),
  row("Premium where a private endpoint is", policy("service-bus-private-endpoint-needs-premium")),
  row(
    "Time to live, lock, deliveries, dead letters and duplicates fit together",
    policy(
      "service-bus-subscription-ttl",
      "service-bus-lock-and-deliveries",
      "service-bus-dead-letter-on-expiration",
      "service-bus-duplicate-detection",
    ),
  ),
  row(
    "Filters filter, and every topic has a catch-all",
    policy("service-bus-default-rule-replaced", "service-bus-catch-all"),
  ),
  row(
    "SQL does not pause in production, and comes back",
    policy("sql-no-auto-pause", "sql-backups-kept"),
  ),
  row("Private endpoints have their names", policy("network-private-dns")),
  row(
    "Everything is watched, spending too",
    policy("diagnostics-everywhere", "alerts-on", "budget-present"),
  ),
  row("No right that the blueprint does not declare", policy("rights-in-blueprint")),
  row("Granting roles only within a condition", policy("granting-has-condition")),
  row(
    "Nothing gets around the front door",
    policy("sql-outbound-restricted", "key-vault-not-for-machines", "network-peering-narrow"),
  ),
  row("Images are pulled by identity, and can be", policy("registry-arm-tokens-on")),
  row("Storage forgets in time", policy("storage-lifecycle-on")),
  row("Names fit", policy("name-limits")),
  row("Subnets are delegated rightly", policy("network-subnet-delegation")),
  row("Nothing that Flex Consumption refuses", policy("functions-flex-settings")),
  row(
    "Containers fit their profile, jobs end",
    policy("container-apps-fits-profile", "container-apps-job-limits"),
  ),
  row(
    "App registrations without passwords",
    policy("entra-no-passwords", "entra-narrow-apps", "entra-assignment-required"),
  ),
  row("No role in the directory", policy("entra-own-roles")),
  row("Nothing that no rule knows", policy("known-types")),
];
