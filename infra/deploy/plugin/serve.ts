/** The process in which Pulumi runs our provider: who deploys, which Azure, which clock. */
import { setTimeout as pauseMs } from "node:timers/promises";
import { DefaultAzureCredential } from "@azure/identity";
import { main } from "@pulumi/pulumi/provider/index.js";
import { plannedArchive } from "../../bundle/planned-archive.ts";
import type { Wire } from "../ask.ts";
import { codeProvider, type Surroundings } from "../provider.ts";

const MANAGEMENT = "https://management.azure.com";
const STAND_IN = "DROVER_AZURE_STAND_IN";
const STAND_IN_PAUSE_MS = 20;
const LOOPBACK = /^http:\/\/127\.0\.0\.1:\d+$/;

const clock = {
  request: fetch,
  pauseMs: (ms: number) => pauseMs(ms),
  nowMs: () => Date.now(),
} satisfies Partial<Wire>;

function azure(): Surroundings {
  const credential = new DefaultAzureCredential();
  const token = async () => (await credential.getToken(`${MANAGEMENT}/.default`)).token;
  return {
    wire: { ...clock, token },
    management: MANAGEMENT,
    scmOf: (host) => `https://${host}`,
    archiveOf: plannedArchive,
  };
}

/** A server on this machine in place of Azure, for tests. It is given no token of anybody, and
 *  nobody waits long for it. */
function standIn(address: string): Surroundings {
  if (!LOOPBACK.test(address)) throw new Error(`${STAND_IN} must be an address on loopback`);
  return {
    wire: {
      ...clock,
      token: async () => "stand-in",
      pauseMs: (ms) => pauseMs(Math.min(ms, STAND_IN_PAUSE_MS)),
    },
    management: address,
    scmOf: () => address,
    archiveOf: plannedArchive,
  };
}

const address = process.env[STAND_IN] ?? "";
const around = address === "" ? azure() : standIn(address);
void main(codeProvider(around), process.argv.slice(2));
