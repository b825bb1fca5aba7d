/** The outbox, in the model. */
import type { Outbox, OutboxRow } from "../../../runtime/store/outbox.ts";
import { drop, put } from "./change.ts";
import { change, read } from "./connection.ts";
import type { Connection } from "./database.ts";
import type { KeptMessage } from "./tables.ts";

const rowOf = ({ id, topic, envelope, notBefore }: KeptMessage): OutboxRow => ({
  id,
  topic,
  envelope,
  notBefore,
});

export const outboxOf = (connection: Connection): Outbox => ({
  claim: (owner, forMs, most) =>
    change(connection, ({ tables, undo, now }) => {
      const claimedUntil = new Date(now.getTime() + forMs);
      const free = [...tables.outbox.values()]
        .filter((row) => row.claimedUntil <= now)
        .sort(byClaim)
        .slice(0, most);
      for (const row of free) put(undo, tables.outbox, row.id, { ...row, owner, claimedUntil });
      return free.map(rowOf).sort((one, other) => one.id - other.id);
    }),
  sent: (ids) =>
    change(connection, ({ tables, undo }) => {
      for (const id of ids) drop(undo, tables.outbox, id);
    }),
  waiting: () => read(connection, ({ outbox }) => outbox.size),
});

const byClaim = (one: KeptMessage, other: KeptMessage): number =>
  one.claimedUntil.getTime() - other.claimedUntil.getTime() || one.id - other.id;
