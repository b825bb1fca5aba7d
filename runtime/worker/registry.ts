/** The allow-list: what this worker runs, and nothing else (M-118). A function that is known but
 *  whose capability this worker does not have is told apart from one nobody has heard of: the
 *  first is fixed in the worker's settings, the second in the runbook. */
import type { WorkerId } from "../contract/identifiers.ts";
import { type FunctionName, WorkerManifest } from "../contract/manifest.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { WorkerFunction } from "./function.ts";

export type LookupFailure =
  | { readonly kind: "not-registered" }
  | { readonly kind: "capability-disabled"; readonly capability: string };

export type Registry = {
  /** In any letter case, as PowerShell would. */
  readonly find: (name: FunctionName) => Result<WorkerFunction, LookupFailure>;
  /** What can be called here and now, and what is switched off for want of its capability. */
  readonly manifest: (workerId: WorkerId, version: string) => WorkerManifest;
};

export function registryOf(
  functions: readonly WorkerFunction[],
  capabilities: readonly string[],
): Registry {
  const byName = new Map(functions.map((each) => [each.manifest.name.toLowerCase(), each]));
  if (byName.size < functions.length) throw new Error("two functions have the same name");
  const isEnabled = ({ capability }: WorkerFunction): boolean => capabilities.includes(capability);
  return {
    find: (name) => {
      const found = byName.get(name.toLowerCase());
      if (found === undefined) return fail({ kind: "not-registered" });
      const { capability } = found;
      return isEnabled(found) ? ok(found) : fail({ kind: "capability-disabled", capability });
    },
    manifest: (workerId, version) =>
      WorkerManifest.parse({
        workerId,
        version,
        functions: functions.filter(isEnabled).map(({ manifest }) => manifest),
        switchedOff: functions
          .filter((each) => !isEnabled(each))
          .map(({ manifest: { name }, capability }) => ({ name, capability })),
      }),
  };
}
