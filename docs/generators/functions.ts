/** The library of worker functions as a file: what `drover function` prints and editors may read.
 *  Made from the functions themselves, so that it cannot say what they do not do. */
import { permissionsFor } from "../../runtime/contract/blueprint/tenant-permissions.ts";
import type { LibraryFunction } from "../../runtime/contract/function-library.ts";
import type { Tenant } from "../../runtime/tenant/tenant.ts";
import { functionLibrary } from "../../runtime/worker/functions/library.ts";

/** Nothing is asked of it: functions are looked at, not called. */
const NOBODY: Tenant = {
  session: () => {
    throw new Error("a document calls no tenant");
  },
};

const libraryFunctions = (): readonly LibraryFunction[] =>
  functionLibrary(NOBODY)
    .map(({ manifest, capability }) => ({
      ...manifest,
      capability,
      permissions: permissionsFor(new Set([manifest.name])).toSorted(),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

export const FUNCTION_LIBRARY = {
  path: "schemas/functions.v1.json",
  render: (): string => `${JSON.stringify({ functions: libraryFunctions() }, null, 2)}\n`,
};
