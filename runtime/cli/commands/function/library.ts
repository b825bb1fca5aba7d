/** Reads the generated list of worker functions that ships with drover. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FunctionLibrary, type LibraryFunction } from "../../../contract/function-library.ts";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { Context } from "../../context.ts";

const FILE = join("schemas", "functions.v1.json");

export async function readLibrary({
  machine: { root },
}: Context): Promise<Result<readonly LibraryFunction[], CliError>> {
  let text: string;
  try {
    text = await readFile(join(root, FILE), "utf8");
  } catch (cause) {
    return refuse("E0111", `${FILE} cannot be read`, {
      why: "it is part of drover and not where it should be",
      next: "install drover again, or run `npm run docs` in a clone",
      cause,
    });
  }
  return ok(FunctionLibrary.parse(JSON.parse(text)).functions);
}
