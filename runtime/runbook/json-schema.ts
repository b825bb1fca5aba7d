/** The runbook document as JSON Schema, for editors and for everyone who checks without us.
 *  Draft 7, because that is what YAML editors read. */
import { z } from "zod";
import { runbookDocument } from "../contract/runbook/document.ts";

/** The part of JSON Schema that our document makes use of. */
const schemaNode = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  required: z.array(z.string()).optional(),
  $ref: z.string().optional(),
  get properties() {
    return z.record(z.string(), schemaNode).optional();
  },
  get items() {
    return schemaNode.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaNode]).optional();
  },
  get oneOf() {
    return z.array(schemaNode).optional();
  },
  get anyOf() {
    return z.array(schemaNode).optional();
  },
  get allOf() {
    return z.array(schemaNode).optional();
  },
  get definitions() {
    return z.record(z.string(), schemaNode).optional();
  },
});

export type SchemaNode = z.output<typeof schemaNode>;

const HEADING = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "urn:drover:schema:runbook:v1",
  title: "Drover runbook",
  description:
    "What happens to each member of a batch, in which phase, relative to the batch's start.",
};

export function runbookJsonSchema(): SchemaNode {
  const schema = z.toJSONSchema(runbookDocument, { target: "draft-7", io: "input" });
  return schemaNode.parse({ ...HEADING, ...schema });
}
