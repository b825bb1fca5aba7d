/** The program of the bootstrap job: it prepares the database, says so and ends. */
import { ManagedIdentityCredential } from "@azure/identity";
import { openSession } from "../../store/azure-sql/tedious-session.ts";
import { sleep } from "../../time/clock.ts";
import { systemClock } from "../../time/system/system-clock.ts";
import { bootstrap } from "./bootstrap.ts";

const SCOPE = "https://database.windows.net/.default";

const done = await bootstrap({
  environment: process.env,
  signIn: async (clientId) =>
    (await new ManagedIdentityCredential({ clientId }).getToken(SCOPE)).token,
  open: openSession,
  pauseMs: (ms) => sleep(systemClock, ms),
});
if (done.ok) process.stdout.write(`database-bootstrap: ${done.value}\n`);
else process.stderr.write(`database-bootstrap: ${done.error}\n`);
process.exitCode = done.ok ? 0 : 1;
