/** Settings of the run card consumers, under the names their design gives them. */
import { z } from "zod";
import { text } from "./forms.ts";
import { SETTING_NOTES } from "./notes.ts";
import { wholeNumber } from "./numbers.ts";
import { BUS, DATABASE, IDENTITY, TELEMETRY } from "./platform.ts";

const RETRIES_MAX = 20;
const RETRY_DELAY_SEC_MAX = 3_600;

export const runCardSettings = z.object({
  ...IDENTITY,
  ...TELEMETRY,
  ...BUS,
  ...DATABASE,
  SERVICE_BUS_CONN_STRING: text.optional().register(SETTING_NOTES, {
    source: "local",
    description: "Connection string of an emulator.",
  }),
  SERVICE_BUS_MAX_RETRIES: wholeNumber(0, RETRIES_MAX).default(5).register(SETTING_NOTES, {
    source: "plain",
    description: "Attempts after the first before a message is dead-lettered.",
  }),
  SERVICE_BUS_RETRY_DELAY: wholeNumber(0, RETRY_DELAY_SEC_MAX).default(1).register(SETTING_NOTES, {
    source: "plain",
    description: "Seconds before the first retry; each further one waits twice as long.",
  }),
});
