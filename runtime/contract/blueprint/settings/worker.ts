/** Settings of a worker. Each worker id has its own identity, certificate and subscription; the
 *  HayMaker worker takes the same base and adds its own. */
import { z } from "zod";
import { WORKER_ID_FORM } from "../subscriptions.ts";
import { guid, text } from "./forms.ts";
import { SETTING_NOTES } from "./notes.ts";
import { wholeNumber } from "./numbers.ts";
import { BUS, IDENTITY, TELEMETRY, VAULT } from "./platform.ts";

/** A replica gets ten minutes from SIGTERM to its end; a minute of them is kept in reserve. */
const DRAIN_SEC_MAX = 540;
const CONCURRENCY_MAX = 100;

/** What a worker needs to know wherever it runs, at home too. */
export const workerLoopSettings = z.object({
  DROVER_WORKER_ID: z
    .string()
    .regex(WORKER_ID_FORM, "must be lower-case letters, digits and inner hyphens, at most 43")
    .register(SETTING_NOTES, {
      source: "derived",
      description: "Which jobs are this worker's: those whose WorkerId equals it.",
    }),
  DROVER_CONCURRENCY: wholeNumber(1, CONCURRENCY_MAX).default(10).register(SETTING_NOTES, {
    source: "plain",
    description: "How many jobs run at the same time.",
  }),
  DROVER_DRAIN_SEC: wholeNumber(1, DRAIN_SEC_MAX).default(DRAIN_SEC_MAX).register(SETTING_NOTES, {
    source: "plain",
    description: "How long running jobs may take to end after SIGTERM.",
  }),
});

export const WORKER_BASE = {
  ...IDENTITY,
  ...TELEMETRY,
  ...BUS,
  ...VAULT,
  ...workerLoopSettings.shape,
  DROVER_TABLE_ACCOUNT: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "The storage account of the job ledger and the throttle budget.",
  }),
} as const;

export const workerSettings = z.object({
  ...WORKER_BASE,
  DROVER_TARGET_TENANT_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The tenant this worker acts on.",
  }),
  DROVER_TARGET_CLIENT_ID: guid.clone().register(SETTING_NOTES, {
    source: "plain",
    description: "The app registration in that tenant which the certificate belongs to.",
  }),
  DROVER_CERTIFICATE_NAME: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Name of the certificate in the vault; the value is read at start.",
  }),
  DROVER_WEBHOOKS_NAME: text.clone().register(SETTING_NOTES, {
    source: "derived",
    description: "Name of the secret in the vault that registers the webhooks of alerts by name.",
  }),
});
