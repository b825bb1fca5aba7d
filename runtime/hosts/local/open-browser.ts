/** Opens the user's browser on an address, and does not mind when there is none. */
import { spawn } from "node:child_process";

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

export function openBrowser(platform: string, address: string): void {
  const [command, ...args] = OPENERS[platform] ?? [];
  if (command === undefined) return;
  const opener = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  // The address is on the screen anyway; a machine without a browser is no failure.
  opener.on("error", () => undefined);
  opener.unref();
}
