/** Records as text: a chunk is all that changed between two commits, with its number. A segment
 *  may hold several; a number that was read before is skipped, because what is on its way to the
 *  journal alone may also have been taken along by a store's commit.
 *  Most of a chunk is ids and bodies, which are text already: they follow the records as they are,
 *  and a table says how long each is. Properties that messages share are written once.
 *  A chunk: `number recordsLength tableLength textLength\n`, then the three parts. */
import type { JournalRecord, StoredMessage } from "../core/journal.ts";
import { NO_SYSTEM, sizeOf } from "../core/stored-message.ts";

export type Chunk = { readonly number: number; readonly records: readonly JournalRecord[] };

type Extra = Pick<StoredMessage, "sessionId" | "ttlMs" | "system">;

type Table = {
  /** Of id and body, message by message. */
  readonly lengths: readonly number[];
  /** From which message on, which properties. */
  readonly properties: readonly (readonly [
    from: number,
    properties: StoredMessage["properties"],
  ])[];
  readonly extras: readonly (readonly [of: number, extra: Extra])[];
};

export function writeChunk(number: number, records: readonly JournalRecord[]): string {
  const messages: StoredMessage[] = [];
  const counted = records.map((record) => {
    if (!("messages" in record)) return record;
    for (const message of record.messages) messages.push(message);
    return { ...record, messages: record.messages.length };
  });
  const head = JSON.stringify(counted);
  if (messages.length === 0) return `${number} ${head.length} 0 0\n${head}`;
  const texts: string[] = [];
  for (const { messageId, body } of messages) texts.push(messageId, body);
  const table = JSON.stringify(tableOf(messages));
  const text = texts.join("");
  return `${number} ${head.length} ${table.length} ${text.length}\n${head}${table}${text}`;
}

function tableOf(messages: readonly StoredMessage[]): Table {
  const lengths: number[] = [];
  const properties: [number, StoredMessage["properties"]][] = [];
  const extras: [number, Extra][] = [];
  let last: StoredMessage["properties"] | null = null;
  let index = -1;
  for (const message of messages) {
    index += 1;
    const { sessionId, ttlMs, system } = message;
    lengths.push(message.messageId.length, message.body.length);
    if (last !== message.properties) {
      last = message.properties;
      properties.push([index, last]);
    }
    if (sessionId !== null || ttlMs !== null || system !== NO_SYSTEM)
      extras.push([index, { sessionId, ttlMs, system }]);
  }
  return { lengths, properties, extras };
}

export function* readChunks(
  segments: Iterable<{ readonly records: string }>,
): Generator<Chunk, void> {
  let last = 0;
  for (const { records: text } of segments) {
    for (let place = 0; place < text.length; ) {
      const line = text.slice(place, text.indexOf("\n", place));
      const [number = 0, head = 0, table = 0, rest = 0] = line.split(" ").map(Number);
      const start = place + line.length + 1;
      place = start + head + table + rest;
      if (!(number > 0 && head > 0 && place <= text.length))
        throw new Error("the journal holds a segment nobody can read");
      if (number <= last) continue;
      last = number;
      yield { number, records: recordsIn(text, start, head, table) };
    }
  }
}

function recordsIn(
  text: string,
  start: number,
  head: number,
  table: number,
): readonly JournalRecord[] {
  const counted = JSON.parse(text.slice(start, start + head)) as { messages?: number }[];
  if (table === 0) return counted as unknown as readonly JournalRecord[];
  const told = JSON.parse(text.slice(start + head, start + head + table)) as Table;
  const messages = messagesIn(text, start + head + table, told);
  let taken = 0;
  return counted.map((record) => {
    if (record.messages === undefined) return record;
    const from = taken;
    taken += record.messages;
    return { ...record, messages: messages.slice(from, taken) };
  }) as unknown as readonly JournalRecord[];
}

function messagesIn(text: string, start: number, table: Table): readonly StoredMessage[] {
  const { lengths } = table;
  const properties = new Map(table.properties);
  const extras = new Map(table.extras);
  const messages: StoredMessage[] = [];
  let place = start;
  let shared: StoredMessage["properties"] = {};
  for (let index = 0; index < lengths.length; index += 2) {
    const middle = place + (lengths[index] ?? 0);
    const end = middle + (lengths[index + 1] ?? 0);
    shared = properties.get(messages.length) ?? shared;
    const body = text.slice(middle, end);
    const extra = extras.get(messages.length);
    messages.push({
      messageId: text.slice(place, middle) as StoredMessage["messageId"],
      body,
      properties: shared,
      sessionId: extra?.sessionId ?? null,
      ttlMs: extra?.ttlMs ?? null,
      system: extra?.system ?? NO_SYSTEM,
      bytes: sizeOf(body, shared),
    });
    place = end;
  }
  return messages;
}
