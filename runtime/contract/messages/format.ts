/** How one kind of message is read and written. A format is made once, when its module loads:
 *  reading a message builds no schema. */
import type { z } from "zod";
import { type Fields, fieldsOf, readFields, toWire, type Wire } from "../fields.ts";
import { type JsonText, readJson, type SizeFailure, writeJson } from "../json.ts";
import type { JsonObject } from "../json-object.ts";
import { LIMITS } from "../limits.ts";
import { fail, type Result } from "../result.ts";
import { checkSchema } from "../schema-check.ts";
import type { MessageFailure } from "./failure.ts";

export type MessageFormat<Message, Draft = Message> = {
  readonly read: (body: JsonText) => Result<Message, MessageFailure>;
  /** The camelCase superset unless the topic's wire is `pascal`. */
  readonly write: (message: Draft, wire?: Wire) => Result<string, SizeFailure>;
};

/** For messages whose fields are the same in the program and on the wire. */
export function messageFormat<Schema extends z.ZodObject>(
  schema: Schema,
): MessageFormat<z.output<Schema>> {
  const fields = fieldsOf(schema);
  return {
    read: (body) => {
      const envelope = readEnvelope(body, fields);
      if (!envelope.ok) return envelope;
      const message = checkSchema(schema, envelope.value);
      return message.ok ? message : fail({ kind: "invalid", problems: message.error });
    },
    write: (message, wire = "camel") => writeEnvelope(message, fields, wire),
  };
}

function readEnvelope(body: JsonText, fields: Fields): Result<JsonObject, MessageFailure> {
  const json = readJson(body, LIMITS.messageBytes);
  return json.ok ? readFields(json.value, fields) : json;
}

export function writeEnvelope(
  message: JsonObject,
  fields: Fields,
  wire: Wire,
): Result<string, SizeFailure> {
  return writeJson(toWire(message, fields, wire), LIMITS.messageBytes);
}
