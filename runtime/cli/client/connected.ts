/** What every command that asks the API is wrapped in: it begins with a connection. */
import type { CommandResult, Context } from "../context.ts";
import type { Api } from "./api.ts";
import { connect } from "./connect.ts";

export async function connected(
  context: Context,
  act: (api: Api) => Promise<CommandResult>,
): Promise<CommandResult> {
  const api = await connect(context);
  return api.ok ? act(api.value) : api;
}
