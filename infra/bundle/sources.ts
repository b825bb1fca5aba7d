/** Where the code of each component begins, and why some have none yet.
 *  A component ships as soon as its entry exists, and the secrets that Azure itself fetches for it
 *  are set: there is no other switch. */
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import type { SecretName } from "../../runtime/contract/blueprint/secrets.ts";

const IMAGE_ENTRIES: Readonly<Record<string, string>> = {
  "drover-bootstrap": "runtime/hosts/bootstrap/main.ts",
  "drover-worker": "runtime/hosts/worker.ts",
  "drover-run-cards": "runtime/hosts/run-cards.ts",
  "haymaker-agent": "runtime/hosts/agent.ts",
};

/** Relative to the repository; null where the image is a team's own. */
export function entryOf(component: ComponentName): string | null {
  const declared = COMPONENTS[component];
  if (declared.kind === "function-app") return declared.entry;
  if (declared.kind === "container-group") return null;
  const entry = IMAGE_ENTRIES[declared.image.repository];
  if (entry === undefined) throw new Error(`no entry for the image ${declared.image.repository}`);
  return entry;
}

/** Azure fetches these while it makes what runs the component, and fails where one is not set; all
 *  other secrets are read by code, once it runs. */
export const FETCHED_SECRETS: Readonly<Partial<Record<ComponentName, readonly SecretName[]>>> = {
  agent: ["anthropic-api-key"],
};

/** What has no code of ours, and the component that starts it. */
export const STARTED_BY: Readonly<Partial<Record<ComponentName, ComponentName>>> = {
  "scaled-container": "scaler",
};

const NEEDS_STORE_AND_BUS =
  "Its code runs in one process at home; for Azure it needs the adapters of Service Bus and " +
  "Azure SQL, which are not written yet.";
const NOT_WRITTEN = "Its code is not written yet.";

/** For every component without an entry. One that has an entry has no line here. */
export const NOT_YET: Readonly<Partial<Record<ComponentName, string>>> = {
  scheduler: NEEDS_STORE_AND_BUS,
  orchestrator: NEEDS_STORE_AND_BUS,
  "admin-api": NEEDS_STORE_AND_BUS,
  worker:
    "Its code runs in one process at home; for Azure it needs the adapters of Service Bus and of " +
    "its tables in storage, which are not written yet.",
  "haymaker-scheduler": NOT_WRITTEN,
  "haymaker-monitor": NOT_WRITTEN,
  "haymaker-archiver": NOT_WRITTEN,
  "haymaker-worker": NOT_WRITTEN,
  agent: NOT_WRITTEN,
  "run-cards-ingest": NOT_WRITTEN,
  "run-cards-minutes": NOT_WRITTEN,
  "run-cards-score": NOT_WRITTEN,
  scaler: NOT_WRITTEN,
  "scaled-container": "The scaler, which starts it, has no code yet.",
};
