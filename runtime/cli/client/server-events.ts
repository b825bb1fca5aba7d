/** Reads a stream of server-sent events: text in chunks of any size, one event per blank line.
 *  Only what the API uses: `id`, `data` and comments. */

/** Without data it only says where the stream is. */
export type ServerEvent = { readonly id: string; readonly data: string | null };

/** Longest event; a server that sends more is not ours. */
const EVENT_CHARS_MAX = 4 * 1024 * 1024;

export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let pending = "";
  let lastId = "";
  for await (const chunk of body) {
    pending += decoder.decode(chunk, { stream: true });
    const blocks = pending.split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? "";
    if (pending.length > EVENT_CHARS_MAX) throw new Error("an event has no end");
    for (const block of blocks) {
      const event = eventIn(block, lastId);
      if (event === null) continue;
      lastId = event.id;
      yield event;
    }
  }
}

/** Null for a comment that only keeps the connection open. */
function eventIn(block: string, lastId: string): ServerEvent | null {
  const fields = block.split(/\r?\n/).map(fieldOf);
  const data = fields.filter(({ name }) => name === "data").map(({ value }) => value);
  const id = fields.findLast(({ name }) => name === "id")?.value;
  if (data.length === 0) return id === undefined ? null : { id, data: null };
  return { id: id ?? lastId, data: data.join("\n") };
}

function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { name: line, value: "" };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, "") };
}
