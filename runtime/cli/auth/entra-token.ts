/** Tokens from Entra: a first one by device code or in the browser, later ones in silence. */
import type { AuthenticationResult } from "@azure/msal-node";
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, cliError, refuse } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { msalClient } from "./msal-client.ts";
import { type SignIn, tokenCacheFile } from "./sign-ins.ts";

export type Ask = {
  readonly tenantId: string;
  readonly clientId: string;
  readonly scope: string;
  readonly method: "device-code" | "browser";
};

export type Entered = { readonly token: string; readonly homeAccountId: string };

/** Prints what the person has to do, and waits until it is done. */
export async function signIn(context: Context, ask: Ask): Promise<Result<Entered, CliError>> {
  const cacheFile = tokenCacheFile(context);
  if (!cacheFile.ok) return cacheFile;
  const client = msalClient(context, { ...ask, cacheFile: cacheFile.value });
  const scopes = [ask.scope];
  try {
    const result =
      ask.method === "browser"
        ? await client.acquireTokenInteractive({
            scopes,
            openBrowser: async (address) => {
              context.note(`Sign in in the browser; if none opens, go to:\n  ${address}\n`);
              context.world.openBrowser(address);
            },
            successTemplate: "You are signed in. Close this page and go back to the terminal.",
            errorTemplate: "Signing in did not work. The terminal says more.",
          })
        : await client.acquireTokenByDeviceCode({
            scopes,
            deviceCodeCallback: ({ verificationUri, userCode }) =>
              context.note(
                `To sign in, open ${verificationUri} on any device and enter the code ` +
                  `${context.paintNote.strong(userCode)}\n`,
              ),
          });
    return entered(result);
  } catch (cause) {
    return failed(cause, "signing in did not work");
  }
}

export async function silentToken(
  context: Context,
  kept: SignIn & { readonly clientId: string; readonly homeAccountId: string },
): Promise<Result<string, CliError>> {
  const cacheFile = tokenCacheFile(context);
  if (!cacheFile.ok) return cacheFile;
  const client = msalClient(context, { ...kept, cacheFile: cacheFile.value });
  try {
    const accounts = await client.getAllAccounts();
    const account = accounts.find((each) => each.homeAccountId === kept.homeAccountId);
    if (account === undefined) return failed(null, "the kept sign-in is gone");
    const result = await client.acquireTokenSilent({ account, scopes: [kept.scope] });
    return ok(result.accessToken);
  } catch (cause) {
    return failed(cause, "the kept sign-in no longer works");
  }
}

function entered(result: AuthenticationResult | null): Result<Entered, CliError> {
  if (result?.account == null) return failed(null, "signing in was given up");
  return ok({ token: result.accessToken, homeAccountId: result.account.homeAccountId });
}

function failed(cause: unknown, what: string): Result<never, CliError> {
  const error = cause instanceof Error ? (cause.cause ?? cause) : cause;
  if (isCliError(error)) return { ok: false, error };
  const [line = ""] = cause instanceof Error ? cause.message.split(/[\r\n]+/) : [""];
  return refuse("E0150", what, {
    why: line === "" ? null : line,
    next: "run `drover auth login`",
    cause,
  });
}

const SHAPE = cliError("E0150", "");
const isCliError = (value: unknown): value is CliError =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(SHAPE).every((key) => key in value) &&
  !(value instanceof Error);
