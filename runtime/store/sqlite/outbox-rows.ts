/** The outbox, in SQLite. */
import { MessageId } from "../../contract/message-id.ts";
import type { Properties } from "../../contract/messages/properties.ts";
import { type Cell, instant, json } from "../operations/columns.ts";
import { claimMessages } from "../operations/outbox/claim-messages.ts";
import { countMessages } from "../operations/outbox/count-messages.ts";
import { deleteMessages } from "../operations/outbox/delete-messages.ts";
import type { Outbox, OutboxRow } from "../outbox.ts";
import { type Access, change } from "./access.ts";

const PROPERTIES = json<Properties>("properties_json");
const NOT_BEFORE = instant("not_before");

function messageOf(cells: readonly Cell[]): OutboxRow {
  const [id, topic, messageId, body, properties = null, notBefore = null] = cells;
  return {
    id: Number(id),
    topic: String(topic),
    envelope: {
      messageId: MessageId.parse(messageId),
      body: String(body),
      properties: PROPERTIES.read(properties),
    },
    notBefore: NOT_BEFORE.read(notBefore),
  };
}

export function outboxRows(access: Access): Outbox {
  const { statements, now, read } = access;
  return {
    claim: (owner, forMs, most) =>
      change(access, () => {
        const at = now();
        const until = new Date(at.getTime() + forMs).toISOString();
        const rows = statements.all(claimMessages, [owner, until, at.toISOString(), most]);
        return rows.map(messageOf).sort((one, other) => one.id - other.id);
      }),
    sent: (ids) =>
      change(access, () => {
        statements.run(deleteMessages, [JSON.stringify(ids)]);
      }),
    waiting: () => read(() => Number(statements.all(countMessages, [])[0]?.[0])),
  };
}
