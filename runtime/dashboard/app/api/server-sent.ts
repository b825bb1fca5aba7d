/** Reads a stream of server-sent events from bytes. Pure but for the stream it is given.
 *  A reader of our own, because the browser's tells neither status nor reason of a refusal. */

export type ServerSent = {
  readonly id: string | null;
  readonly event: string;
  /** Null: it only says where the stream is. */
  readonly data: string | null;
};

/** One block of lines between two empty ones; null for a comment that only keeps the line open. */
export function readBlock(block: string): ServerSent | null {
  const fields = { id: null as string | null, event: "message", data: [] as string[] };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "id") fields.id = value;
    else if (name === "event") fields.event = value;
    else if (name === "data") fields.data.push(value);
  }
  const { id, event, data } = fields;
  if (data.length > 0) return { id, event, data: data.join("\n") };
  return id === null ? null : { id, event, data: null };
}

const BLOCK_END = /\r?\n\r?\n/;

export async function* serverSent(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>;
  let rest = "";
  for await (const piece of reader) {
    const blocks = (rest + piece).split(BLOCK_END);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = readBlock(block.replaceAll("\r\n", "\n"));
      if (event !== null) yield event;
    }
  }
}
