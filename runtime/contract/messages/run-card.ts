/** One branch of a fanned-out request, on the topic of its type. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { messageFormat } from "./format.ts";

const RUN_CARD_TYPES = ["ingest", "minutes", "score"] as const;

const RunCard = z.object({
  id: z.guid().toLowerCase(),
  type: z.enum(RUN_CARD_TYPES),
  payload: z.looseObject({
    _idempotency_key: z.string().min(1).max(LIMITS.messageIdChars).nullable().default(null),
  }),
  correlation_id: z.string().min(1).max(LIMITS.messageIdChars),
  retry_count: z.int().min(0).max(LIMITS.retriesMax).default(0),
});
export type RunCard = Readonly<z.output<typeof RunCard>>;

export const runCard = messageFormat(RunCard);

/** A card without a key of its own is only ever a repeat of itself. */
export const idempotencyKey = (card: RunCard): string => card.payload._idempotency_key ?? card.id;
