/** A simulated tenant as a process of its own, to be killed: `node tenant-process.ts <journal>`.
 *  Tells where it listens on its first line. */
import { startSimulatedTenant } from "../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { systemClock } from "../../../../runtime/time/system/system-clock.ts";
import { fileJournal } from "./file-journal.ts";

const started = await startSimulatedTenant({
  seed: "killed",
  company: { people: 10, domain: "contoso.example" },
  clock: systemClock,
  journal: fileJournal(process.argv[2] ?? ""),
});
if (!started.ok) throw new Error(started.error.message);
const { addresses, tenantId, app } = started.value;
process.stdout.write(`${JSON.stringify({ addresses, tenantId, app })}\n`);
