/** Which sign-in belongs to which Drover. A token is asked for only for an origin that a person
 *  signed in to, with the tenant and scope of that moment: a file in some folder that names
 *  another address, tenant or scope gets no token. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import { userFolder } from "../config/places.ts";
import { readPrivate, writePrivate } from "../config/private-file.ts";
import type { Context } from "../context.ts";
import { jsonIn } from "../json-in.ts";

const SignIn = z.object({
  /** Scheme, host and port of the API. */
  origin: z.string().min(1),
  method: z.enum(["device-code", "browser", "az"]),
  tenantId: z.string().min(1),
  /** Null with `az`, which has its own. */
  clientId: z.string().min(1).nullable(),
  scope: z.string().min(1),
  /** Of the account in the token cache; null with `az`. */
  homeAccountId: z.string().min(1).nullable(),
});
export type SignIn = Readonly<z.output<typeof SignIn>>;

const SignIns = z.object({ signIns: z.array(SignIn) });

const FILE = "sign-ins.json";
const CACHE_FILE = "token-cache.json";

export async function readSignIns(context: Context): Promise<Result<readonly SignIn[], CliError>> {
  const file = fileIn(context, FILE);
  if (!file.ok) return ok([]);
  const text = await readPrivate(file.value, context.machine.platform);
  if (!text.ok) return text;
  if (text.value === null) return ok([]);
  const read = SignIns.safeParse(jsonIn(text.value));
  if (read.success) return ok(read.data.signIns);
  return refuse("E0151", "what is kept about signing in cannot be understood", {
    where: file.value,
    next: "run `drover auth logout`, then sign in again",
  });
}

/** Replaces what was known for the same origin. */
export async function keepSignIn(
  context: Context,
  signIn: SignIn,
): Promise<Result<string, CliError>> {
  const file = fileIn(context, FILE);
  if (!file.ok) return file;
  const known = await readSignIns(context);
  if (!known.ok) return known;
  const others = known.value.filter(({ origin }) => origin !== signIn.origin);
  const text = `${JSON.stringify({ signIns: [...others, signIn] }, null, 2)}\n`;
  const written = await writePrivate(file.value, text, context.world.newId());
  return written.ok ? ok(file.value) : written;
}

/** Takes away all sign-ins and tokens; the files that were there. */
export async function forgetSignIns(
  context: Context,
): Promise<Result<readonly string[], CliError>> {
  const gone: string[] = [];
  for (const name of [FILE, CACHE_FILE]) {
    const file = fileIn(context, name);
    if (!file.ok) return ok([]);
    const removed = await rm(file.value).then(
      () => true,
      () => false,
    );
    if (removed) gone.push(file.value);
  }
  return ok(gone);
}

export const tokenCacheFile = (context: Context): Result<string, CliError> =>
  fileIn(context, CACHE_FILE);

function fileIn(context: Context, name: string): Result<string, CliError> {
  const folder = userFolder(context);
  if (folder !== null) return ok(join(folder, name));
  return refuse("E0144", "there is no folder to keep configuration in", {
    why: "neither HOME nor DROVER_CONFIG_DIR is set",
    next: "set DROVER_CONFIG_DIR to a folder of yours",
  });
}
