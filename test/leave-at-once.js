/** A process that ran dozens of test files has half a gigabyte to give back when it ends, and on a
 *  busy machine that takes longer than Jest waits (half a second): it then says that tests leak,
 *  and kills it. Nothing is left to do at that point, so such a process ends without tidying up.
 *  A test that does leave something open still keeps its process, and is still told. */
import process from "node:process";

export function leaveAtOnce() {
  const isWorker = process.send !== undefined;
  if (isWorker) process.once("exit", () => process.exit());
}
