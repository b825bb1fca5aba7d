/** `drover auth logout`: takes every kept token and sign-in away. */
import { ok } from "../../../contract/result.ts";
import { forgetSignIns } from "../../auth/sign-ins.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { visibleLine } from "../../output/visible.ts";

export async function logout(context: Context): Promise<CommandResult> {
  const gone = await forgetSignIns(context);
  if (!gone.ok) return gone;
  const lines = gone.value.map((file) => `Deleted ${visibleLine(file)}\n`);
  context.note(lines.length === 0 ? "Nobody was signed in here.\n" : lines.join(""));
  return ok(EXIT.ok);
}
