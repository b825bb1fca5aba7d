/** Every function that a local worker has, as the generated library lists them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { FunctionManifest } from "../../../../runtime/contract/manifest.ts";

const LIBRARY = fileURLToPath(new URL("../../../../schemas/functions.v1.json", import.meta.url));

export const functionManifests = (): readonly FunctionManifest[] =>
  z
    .object({ functions: z.array(FunctionManifest) })
    .parse(JSON.parse(readFileSync(LIBRARY, "utf8"))).functions;
