/** A process that commits one unit after the other and says so, until it is killed: each unit adds
 *  a member, an event and a message. */
import { BatchId } from "../../../runtime/contract/ids.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import { commitRows } from "../../conformance/store/batch-of.ts";
import { counted, event, memberRow } from "../../conformance/store/rows.ts";

const [path = "", batch = ""] = process.argv.slice(2);
const batchId = BatchId.parse(batch);

const store = await openSqliteStore<string>({
  path,
  now: () => new Date(),
  delivery: () => ({ kind: "outbox", owner: "host", claimMs: 0 }),
});

for (let number = 1; ; number += 1) {
  const messageId = MessageId.parse(`m-${number}`);
  const publish = [
    { topic: "t", envelope: { messageId, body: "{}", properties: {} }, notBefore: null },
  ];
  const committed = await commitRows(
    store,
    batchId,
    {
      inserts: [{ table: "members", row: memberRow(batchId, number, `m-${number}`) }],
      counters: [{ table: "batches", id: batchId, add: { memberCount: 1 } }, counted(batchId, 1)],
      events: [event(`e-${number}`)],
    },
    { unit: () => ({ publish }) },
  );
  if (!committed.ok) throw new Error(committed.error.kind);
  process.stdout.write(`${number}\n`);
}
