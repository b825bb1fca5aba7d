/** Where the code of each component begins, and why some have none yet.
 *  A component ships as soon as its entry exists: there is no other switch. */
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";

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

const NEEDS_STORE_AND_BUS =
  "It needs the store on Azure SQL and the bus on Service Bus, which are not connected yet.";
const NOT_WRITTEN = "Its code is not written yet.";

/** For every component without an entry. One that has an entry has no line here. */
export const NOT_YET: Readonly<Partial<Record<ComponentName, string>>> = {
  scheduler: NEEDS_STORE_AND_BUS,
  orchestrator: NEEDS_STORE_AND_BUS,
  "admin-api": "It needs the store on Azure SQL, which is not connected yet.",
  worker: "It needs the bus on Service Bus and its tables in storage, which are not connected yet.",
  "haymaker-scheduler": NOT_WRITTEN,
  "haymaker-monitor": NOT_WRITTEN,
  "haymaker-archiver": NOT_WRITTEN,
  "haymaker-worker": NOT_WRITTEN,
  agent: NOT_WRITTEN,
  "run-cards-ingest": NOT_WRITTEN,
  "run-cards-minutes": NOT_WRITTEN,
  "run-cards-score": NOT_WRITTEN,
  scaler: NOT_WRITTEN,
  "scaled-container": "Each team brings an image of its own; nothing of ours runs in it.",
};
