/** Where the simulated tenant keeps what it did: one file of lines under the data folder. A line
 *  is with the system when its call returns, so a killed process forgets nothing. Like the tenant
 *  itself it is a stand-in: it does not wait for the disk, and a power cut may cost the last
 *  lines. */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { TenantJournal } from "../../tenant/simulated/journal-place.ts";

export function tenantFile(path: string): TenantJournal {
  const replace = (text: string): void => {
    const next = `${path}.next`;
    writeFileSync(next, text);
    renameSync(next, path);
  };
  return {
    /** Half a line is taken away, or the next one would be written behind it. */
    read: () => {
      if (!existsSync(path)) return "";
      const text = readFileSync(path, "utf8");
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      if (whole !== text) replace(whole);
      return whole;
    },
    append: (line) => appendFileSync(path, `${line}\n`),
    replace,
  };
}
