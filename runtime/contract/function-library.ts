/** The shipped worker functions, as the file that is generated from them tells it. */
import { z } from "zod";
import { FunctionManifest } from "./manifest.ts";

export const LibraryFunction = FunctionManifest.extend({
  /** What a worker must be able to do to offer it, such as `entra`. */
  capability: z.string().min(1),
  /** Application permissions that it needs in the tenant. */
  permissions: z.array(z.string()),
});
export type LibraryFunction = Readonly<z.output<typeof LibraryFunction>>;

export const FunctionLibrary = z.object({ functions: z.array(LibraryFunction) });
