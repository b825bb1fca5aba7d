/** What the scaler takes from a message it peeked at: the broker's message id and the property
 *  `file_size_mb`, nothing of the body (C-007). Why it skips one is counted by kind (C-008). */

import { type JsonText, parseJson } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { MessageId } from "../message-id.ts";
import { fail, ok, type Result } from "../result.ts";

export type ScalerRequest = { readonly messageId: MessageId; readonly fileSizeMb: number };

export type ScalerRejection = {
  readonly kind:
    | "body-not-json"
    | "body-too-large"
    | "message-id-missing"
    | "file-size-missing"
    | "file-size-not-numeric"
    | "file-size-negative";
};

export type PeekedMessage = {
  readonly messageId: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly body: JsonText;
};

/** `requireJson` is PROVISIONING_REQUIRE_JSON. */
export function readScalerRequest(
  peeked: PeekedMessage,
  { requireJson }: { readonly requireJson: boolean },
): Result<ScalerRequest, ScalerRejection> {
  const bodyRejection = requireJson ? rejectBody(peeked.body) : null;
  if (bodyRejection !== null) return fail({ kind: bodyRejection });
  const messageId = MessageId.safeParse(asText(peeked.messageId));
  if (!messageId.success) return fail({ kind: "message-id-missing" });
  const said = peeked.properties["file_size_mb"];
  if (said === undefined || said === null || said === "")
    return fail({ kind: "file-size-missing" });
  const fileSizeMb = asNumber(said);
  if (fileSizeMb === null) return fail({ kind: "file-size-not-numeric" });
  if (fileSizeMb < 0) return fail({ kind: "file-size-negative" });
  return ok({ messageId: messageId.data, fileSizeMb });
}

function rejectBody(body: JsonText): ScalerRejection["kind"] | null {
  const json = parseJson(body, LIMITS.peekedBodyBytes);
  if (json.ok) return null;
  return json.error.kind === "too-large" ? "body-too-large" : "body-not-json";
}

/** AMQP also allows numbers as message ids; tags, which we compare with, are text (C-016). */
const asText = (id: unknown): unknown =>
  typeof id === "number" || typeof id === "bigint" ? String(id) : id;

const DECIMAL = /^[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

function asNumber(said: unknown): number | null {
  const number = typeof said === "string" && DECIMAL.test(said.trim()) ? Number(said) : said;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
