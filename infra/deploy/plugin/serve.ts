/** The process in which Pulumi runs our provider: who deploys, which Azure, which clock. */
import { setTimeout as pauseMs } from "node:timers/promises";
import { DefaultAzureCredential } from "@azure/identity";
import { main } from "@pulumi/pulumi/provider/index.js";
import { plannedArchive } from "../../bundle/planned-archive.ts";
import { codeProvider } from "../provider.ts";

const MANAGEMENT = "https://management.azure.com";

/** Whoever is signed in where Pulumi runs: a person, or a pipeline by federation. */
const credential = new DefaultAzureCredential();

const provider = codeProvider({
  wire: {
    request: fetch,
    token: async () => (await credential.getToken(`${MANAGEMENT}/.default`)).token,
    pauseMs: (ms) => pauseMs(ms),
    nowMs: () => Date.now(),
  },
  management: MANAGEMENT,
  scmOf: (host) => `https://${host}`,
  archiveOf: plannedArchive,
});

/** Pulumi's own arguments are for providers that make resources of others; this one makes none. */
void main(provider, []);
