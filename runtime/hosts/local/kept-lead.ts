/** How far virtual time may be ahead, in a file of the data folder: a process that comes next
 *  begins there, so that time never goes back. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

export type KeptLead = {
  readonly leadMs: number;
  readonly keep: (leadMs: number) => void;
};

const DIGITS = /^[0-9]{1,15}$/;

export function keptLead(folder: string): KeptLead {
  const path = join(folder, "time-ahead");
  const text = existsSync(path) ? readFileSync(path, "utf8").trim() : "0";
  if (!DIGITS.test(text)) {
    throw new Error(`${path} should hold how many milliseconds time is ahead; it holds "${text}".`);
  }
  return {
    leadMs: Number(text),
    keep: (leadMs) => {
      const next = `${path}.next`;
      const file = openSync(next, "w");
      writeSync(file, `${leadMs}\n`);
      fsyncSync(file);
      closeSync(file);
      renameSync(next, path);
    },
  };
}
