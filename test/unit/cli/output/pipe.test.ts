import { Writable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { pipe } from "../../../../runtime/cli/output/pipe.ts";

const failing = (code: string) =>
  new Writable({
    autoDestroy: false,
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });

describe("writing to a reader that may go away", () => {
  test("after EPIPE the rest is dropped in silence", async () => {
    const stream = failing("EPIPE");
    const write = pipe(stream);
    write("first");
    await new Promise((resolve) => stream.once("error", resolve));
    const before = stream.writableLength;
    write("second");
    expect(stream.writableLength).toBe(before);
  });

  test("any other failure is not hidden", () => {
    const stream = failing("EIO");
    pipe(stream);
    expect(() => stream.emit("error", Object.assign(new Error("EIO"), { code: "EIO" }))).toThrow(
      "EIO",
    );
  });
});
