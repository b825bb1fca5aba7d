import { Writable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { pipe } from "../../../../runtime/cli/output/pipe.ts";

const failing = (code: string) => {
  const written: string[] = [];
  const stream = new Writable({
    autoDestroy: false,
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      written.push(chunk);
      done(Object.assign(new Error(code), { code }));
    },
  });
  return { stream, written };
};

async function writeTwice(code: string) {
  const { stream, written } = failing(code);
  const losses: unknown[] = [];
  const write = pipe(stream, (cause) => losses.push(cause));
  const broken = new Promise((resolve) => stream.once("error", resolve));
  write("first");
  await broken;
  write("second");
  stream.emit("error", Object.assign(new Error(code), { code }));
  return { written, losses };
}

describe("writing to a stream that breaks", () => {
  test("after EPIPE the rest is dropped in silence", async () => {
    expect(await writeTwice("EPIPE")).toEqual({ written: ["first"], losses: [] });
  });

  test("any other break is told once, and the rest is dropped", async () => {
    const { written, losses } = await writeTwice("ENOSPC");
    expect(written).toEqual(["first"]);
    expect(losses).toEqual([expect.objectContaining({ code: "ENOSPC" })]);
  });
});
