/** Before the first test file of a run: a folder for the plans that several of them look at. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export default async function openFolder() {
  process.env["DROVER_TEST_PLANS"] = await mkdtemp(path.join(tmpdir(), "drover-plans-"));
}
