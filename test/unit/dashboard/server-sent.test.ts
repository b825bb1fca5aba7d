import { describe, expect, test } from "@jest/globals";
import { readBlock, serverSent } from "../../../runtime/dashboard/app/api/server-sent.ts";

const bytes = (...pieces: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe("the live stream", () => {
  test("events are read wherever the pieces were cut, comments are not events", async () => {
    const stream = bytes(
      "id: 1\nda",
      'ta: {"a":1}\n',
      "\n: still here\n\nevent: x\r\ndata: b\r\n\r\nid: 3\n",
    );
    const read = [];
    for await (const event of serverSent(stream)) read.push(event);
    expect(read).toEqual([
      { id: "1", event: "message", data: '{"a":1}' },
      { id: null, event: "x", data: "b" },
    ]);
  });

  test("data over several lines is one text", () => {
    expect(readBlock("data: a\ndata:b\ndata")).toEqual({
      id: null,
      event: "message",
      data: "a\nb\n",
    });
  });
});
