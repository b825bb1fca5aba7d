/** What this disk takes to make one small write durable, here and now: the floor under anything
 *  that promises to remember. The file has its size beforehand, as a recycled log has. */
import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { median } from "../median.ts";

const WRITES = 400;
const WRITE_BYTES = 8_192;

export function probeFdatasyncMs(folder: string): number {
  const file = join(folder, "probe");
  const descriptor = openSync(file, "w");
  try {
    writeSync(descriptor, Buffer.alloc(WRITES * WRITE_BYTES));
    fsyncSync(descriptor);
    const bytes = Buffer.alloc(WRITE_BYTES, 1);
    return median(
      Array.from({ length: WRITES }, (_, index) => {
        const started = performance.now();
        writeSync(descriptor, bytes, 0, WRITE_BYTES, index * WRITE_BYTES);
        fdatasyncSync(descriptor);
        return performance.now() - started;
      }),
    );
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}
