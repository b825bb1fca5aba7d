/** Workers and limits, in the model. */
import type { Workers } from "../../../runtime/store/workers.ts";
import { drop, put } from "./change.ts";
import { read, write } from "./connection.ts";
import type { Connection } from "./database.ts";
import { byText } from "./keys.ts";
import { recordPlatform } from "./records.ts";
import { keepAnswers } from "./transact.ts";

export const workersOf = (connection: Connection): Workers => ({
  register: (manifests, events = []) =>
    write(connection, [], (each) => {
      for (const manifest of manifests) {
        const seen = { manifest, lastSeen: each.now };
        put(each.undo, each.tables.workers, manifest.workerId, seen);
      }
      recordPlatform(each, events);
    }),
  seen: (ids) =>
    write(connection, [], (each) => {
      for (const id of ids) {
        const known = each.tables.workers.get(id);
        if (known === undefined) continue;
        put(each.undo, each.tables.workers, id, { ...known, lastSeen: each.now });
      }
    }),
  registered: () =>
    read(connection, ({ workers }) =>
      [...workers.values()].sort((one, other) =>
        byText(one.manifest.workerId, other.manifest.workerId),
      ),
    ),
  setLimit: (key, most, events, remember = []) =>
    write(connection, [], (each) => {
      if (most === null) drop(each.undo, each.tables.limits, key);
      else put(each.undo, each.tables.limits, key, most);
      recordPlatform(each, events);
      keepAnswers(each, remember);
    }),
  limits: () =>
    read(
      connection,
      ({ limits }) => new Map([...limits].sort(([one], [other]) => byText(one, other))),
    ),
  shares: (key) =>
    read(connection, ({ batches }) =>
      [...batches.values()].flatMap(({ slots }) => slots.get(key) ?? []),
    ),
});
