/** What a running Drover says of itself, to whoever asks and without signing in. */
import { z } from "zod";

export const Health = z.object({
  status: z.literal("ok"),
  version: z.string().min(1),
  mode: z.enum(["local", "azure"]),
  /** New with every start: tells a process from the one before it. */
  instanceId: z.uuid(),
  startedAt: z.iso.datetime(),
  uptimeSec: z.int().min(0),
});
export type Health = Readonly<z.output<typeof Health>>;
