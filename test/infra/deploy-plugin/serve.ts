/** Our provider with a server on this machine in place of Azure, for which nobody waits long. */
import { setTimeout as pauseMs } from "node:timers/promises";
import { main } from "@pulumi/pulumi/provider/index.js";
import { plannedArchive } from "../../../infra/bundle/planned-archive.ts";
import { codeProvider } from "../../../infra/deploy/provider.ts";
import { TOKEN } from "../deploy-azure.ts";

const PAUSE_MS_MAX = 20;

const azure = process.env["DROVER_AZURE_STAND_IN"];
if (azure === undefined) throw new Error("DROVER_AZURE_STAND_IN must be the server's address");

const provider = codeProvider({
  wire: {
    request: fetch,
    token: async () => TOKEN,
    pauseMs: (ms) => pauseMs(Math.min(ms, PAUSE_MS_MAX)),
    nowMs: () => Date.now(),
  },
  management: azure,
  scmOf: () => azure,
  archiveOf: plannedArchive,
});

void main(provider, []);
