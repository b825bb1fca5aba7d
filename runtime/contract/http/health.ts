/** What a running Drover says of itself, to whoever asks and without signing in. */
import { z } from "zod";

export const EngineHealth = z.object({
  /** Since the last look into the sources; null before the first. */
  tickAgeSec: z.int().min(0).nullable(),
  liveBatches: z.int().min(0),
  /** Jobs sent and not yet answered. */
  inFlight: z.int().min(0),
  /** What can go no further without a person. */
  attention: z.int().min(0),
  /** Messages the bus gave up. */
  openIncidents: z.int().min(0),
});
export type EngineHealth = Readonly<z.output<typeof EngineHealth>>;

export const Health = z.object({
  status: z.literal("ok"),
  version: z.string().min(1),
  mode: z.enum(["local", "azure"]),
  /** New with every start: tells a process from the one before it. */
  instanceId: z.uuid(),
  startedAt: z.iso.datetime(),
  uptimeSec: z.int().min(0),
  /** Null while its database does not answer. */
  engine: EngineHealth.nullable(),
});
export type Health = Readonly<z.output<typeof Health>>;
