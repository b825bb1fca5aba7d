/** After the last test file of a run: what was planned for it is of no use to another. */
import { rm } from "node:fs/promises";

export default async function removeFolder() {
  const folder = process.env["DROVER_TEST_PLANS"];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
