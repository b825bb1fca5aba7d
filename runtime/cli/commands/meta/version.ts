/** `drover version`: which drover, on which Node and machine. */
import { ok } from "../../../contract/result.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { jsonText } from "../../output/json.ts";

export type VersionOptions = { readonly output: "text" | "json" };

export async function printVersion(
  context: Context,
  options: VersionOptions,
): Promise<CommandResult> {
  const { drover: version, node, platform, arch } = context.machine;
  context.out(
    options.output === "json"
      ? jsonText({ version, node, platform, arch })
      : `drover ${version} (Node ${node}, ${platform} ${arch})\n`,
  );
  return ok(EXIT.ok);
}
