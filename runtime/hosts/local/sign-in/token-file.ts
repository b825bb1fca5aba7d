/** Writes `dev-token.json` into the data folder, for its owner alone, and anew before it ends. */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEV_TOKEN_FILE, DevToken } from "../../../contract/dev-token.ts";
import type { DevIssuer } from "./dev-issuer.ts";

const OWNER_ONLY = 0o600;
const RENEW_MS = 3_600_000;

export async function keepTokenFile(
  folder: string,
  url: string,
  issuer: DevIssuer,
): Promise<() => void> {
  const file = join(folder, DEV_TOKEN_FILE);
  const write = async (): Promise<void> => {
    const { token, expiresAt } = await issuer.sign("Admin");
    const note = DevToken.parse({ url, token, role: "Admin", expiresAt: expiresAt.toISOString() });
    writeFileSync(file, `${JSON.stringify(note, null, 2)}\n`, { mode: OWNER_ONLY });
    chmodSync(file, OWNER_ONLY);
  };
  await write();
  const timer = setInterval(() => void write(), RENEW_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}
