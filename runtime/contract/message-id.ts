/** Ids of messages on the broker. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";

/** Any id a broker accepts: ours are job ids, those of other programs are whatever they are. */
export const MessageId = z
  .string()
  .min(1)
  .max(LIMITS.messageIdChars)
  .refine((text) => text.isWellFormed(), "must be well-formed Unicode")
  .brand<"MessageId">();
export type MessageId = z.output<typeof MessageId>;
