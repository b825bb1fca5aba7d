/** A tenant's journal in a real file, as a host keeps it: what was appended outlives the process,
 *  and a replacement is there as a whole or not at all. */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { TenantJournal } from "../../../../runtime/tenant/simulated/journal-place.ts";

export type FileJournal = TenantJournal & { readonly close: () => void };

export function fileJournal(path: string): FileJournal {
  let file = openSync(path, "a");
  return {
    read: () => (existsSync(path) ? readFileSync(path, "utf8") : ""),
    append: (line) => {
      writeSync(file, `${line}\n`);
    },
    replace: (text) => {
      const next = `${path}.next`;
      writeFileSync(next, text, { flush: true });
      renameSync(next, path);
      closeSync(file);
      file = openSync(path, "a");
    },
    close: () => closeSync(file),
  };
}
