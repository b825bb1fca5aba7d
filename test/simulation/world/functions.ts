/** What the simulated workers offer, one function of each class: a read, and writes whose repeat
 *  a natural key, a look beforehand, or nothing makes harmless. */
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import {
  FunctionManifest,
  FunctionName,
  WorkerManifest,
} from "../../../runtime/contract/manifest.ts";

export const WORKER_IDS = ["alpha", "beta"] as const;

/** Shorter than the slow take, and than some wait for an answer. */
const CALL_SEC = 150;

const CLASSES = {
  "Get-Item": { effect: "read", idempotency: "natural-key" },
  "Set-Item": { effect: "write", idempotency: "natural-key" },
  "New-Item": { effect: "write", idempotency: "check-then-act", callSec: CALL_SEC },
  "Send-Item": { effect: "write", idempotency: "none", callSec: CALL_SEC },
} as const;

export type SimulatedFunction = keyof typeof CLASSES;

export const FUNCTIONS = Object.keys(CLASSES) as readonly SimulatedFunction[];

export const manifests: ReadonlyMap<string, FunctionManifest> = new Map(
  FUNCTIONS.map((name) => [
    name,
    FunctionManifest.parse({
      name: FunctionName.parse(name),
      description: "Behaves as the world says.",
      params: { type: "object" },
      result: "Object",
      ...CLASSES[name],
      examples: [],
    }),
  ]),
);

export const workerManifests: readonly WorkerManifest[] = WORKER_IDS.map((id) =>
  WorkerManifest.parse({
    workerId: WorkerId.parse(id),
    version: "1",
    functions: [...manifests.values()],
  }),
);
