/** A token of the Azure CLI: whoever has run `az login` need not sign in again, and nothing of
 *  it is stored here. */
import { z } from "zod";
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { jsonIn } from "../json-in.ts";

const AzToken = z.object({ accessToken: z.string().min(1) });

type Wanted = { readonly tenantId: string; readonly scope: string };

export async function azToken(
  { world, machine }: Pick<Context, "world" | "machine">,
  { tenantId, scope }: Wanted,
): Promise<Result<string, CliError>> {
  const words = ["account", "get-access-token", "--scope", scope, "--tenant", tenantId];
  // On Windows az is a script, which only the shell can start.
  const az =
    machine.platform === "win32" ? (["cmd", "/d", "/s", "/c", "az"] as const) : (["az"] as const);
  const [program, ...before] = az;
  const { code, stdout, stderr } = await world.runProgram(program, [
    ...before,
    ...words,
    "--output",
    "json",
  ]);
  if (code === null)
    return refuse("E0150", "the Azure CLI did not answer", {
      why: "`az` is not on the path, or it took too long",
      next: "install it and run `az login`, or sign in with `drover auth login`",
    });
  if (code !== 0)
    return refuse("E0150", "the Azure CLI gave no token", {
      why: stderr.trim().split("\n")[0] ?? "",
      next: `run \`az login --tenant ${tenantId} --scope ${scope}\``,
    });
  const answer = AzToken.safeParse(jsonIn(stdout));
  if (answer.success) return ok(answer.data.accessToken);
  return refuse("E0150", "the Azure CLI's answer cannot be understood", {
    next: "check `az version`; 2.30 or later is needed",
  });
}
