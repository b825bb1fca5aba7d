/** Puts the stand-ins where Pulumi looks for providers: a home folder of their own, in the layout
 *  and under the versions that the SDK's packages ask for. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type PackageName, versionOf } from "./packages.ts";

const NAMES: readonly PackageName[] = ["azure-native", "azuread"];

const PROGRAM = fileURLToPath(new URL("./stand-in.ts", import.meta.url));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Where Pulumi looks for the version that the SDK's package asks for. */
export const standInFolder = (home: string, name: PackageName): string =>
  path.join(home, "plugins", `resource-${name}-v${versionOf(name)}`);

/** Each is a script, because Pulumi starts a provider by a file name and passes only its own. */
export async function installStandIns(home: string, cloud: string): Promise<void> {
  for (const name of NAMES) {
    const folder = standInFolder(home, name);
    await mkdir(folder, { recursive: true });
    const words = [process.execPath, PROGRAM, name, cloud].map(quoted).join(" ");
    await writeFile(
      path.join(folder, `pulumi-resource-${name}`),
      `#!/bin/sh\nexec ${words} "$@"\n`,
      { mode: 0o755 },
    );
  }
}
