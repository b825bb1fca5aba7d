import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isPlainJson, parseJson, readJson, writeJson } from "../../../runtime/contract/json.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";

const BYTES_MAX = 1_000;
const read = (text: string | Uint8Array) => readJson(text, BYTES_MAX);
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("bounded JSON", () => {
  test("every JSON value within the limits reads back as it was", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const result = readJson(text, LIMITS.messageBytes);
        // The only refusal left is a key that is nobody's field name.
        if (result.ok) expect(result.value).toEqual(JSON.parse(text));
        else expect(result.error.kind).toBe("reserved-key");
      }),
      { seed: 7 },
    );
  });

  test("R31 (part): bytes are counted, not characters", () => {
    const text = JSON.stringify("\u00E4".repeat(499));
    expect(Buffer.byteLength(text)).toBe(BYTES_MAX);
    expect(read(text).ok).toBe(true);
    const failure = { kind: "too-large", bytes: BYTES_MAX + 1, bytesMax: BYTES_MAX };
    expect(read(`${text} `)).toEqual({ ok: false, error: failure });
    expect(read(Buffer.from(`${text} `))).toEqual({ ok: false, error: failure });
  });

  test("R56 (part): nesting is followed to its limit and no further", () => {
    expect(read(nested(LIMITS.jsonDepth)).ok).toBe(true);
    const error = { kind: "too-deep", depthMax: LIMITS.jsonDepth };
    expect(read(nested(LIMITS.jsonDepth + 1))).toEqual({ ok: false, error });
    expect(readJson(nested(100_000), LIMITS.messageBytes)).toEqual({ ok: false, error });
  });

  test.each(["__proto__", "constructor", "prototype"])("R54: a key %s is refused", (key) => {
    const error = { kind: "reserved-key", key };
    expect(read(`{"${key}":1}`)).toEqual({ ok: false, error });
    expect(read(`{"a":[{"${key}":{}}]}`)).toEqual({ ok: false, error });
    expect(read(`{"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":1}`).ok).toBe(false);
    expect(read(JSON.stringify([key])).ok).toBe(true);
  });

  test("R56 (part): a number that became infinite is refused", () => {
    const error = { kind: "number-out-of-range" };
    expect(read('{"a":[1e400]}')).toEqual({ ok: false, error });
    expect(read("-1e400")).toEqual({ ok: false, error });
  });

  test.each(["", "{", "{'a':1}", "undefined", "NaN", "{}{}"])("%p is not JSON", (text) => {
    expect(read(text)).toEqual({ ok: false, error: { kind: "not-json" } });
  });

  test("bytes that are not UTF-8 are not JSON", () => {
    expect(read(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({
      ok: false,
      error: { kind: "not-json" },
    });
  });

  test("a byte order mark is passed over, in text and in bytes", () => {
    expect(read("\uFEFF[1]")).toEqual({ ok: true, value: [1] });
    expect(read(Buffer.from("\uFEFF[1]"))).toEqual({ ok: true, value: [1] });
  });

  test("X-44: asking only whether it is JSON looks at neither depth nor keys", () => {
    expect(parseJson('{"__proto__":1}', BYTES_MAX).ok).toBe(true);
    expect(parseJson(nested(100), BYTES_MAX).ok).toBe(true);
    expect(parseJson("nonsense", BYTES_MAX).ok).toBe(false);
  });

  test("R31 (part): a writer says how much too large a body is", () => {
    const fits = { text: "x".repeat(BYTES_MAX - '{"text":""}'.length) };
    expect(writeJson(fits, BYTES_MAX).ok).toBe(true);
    expect(writeJson({ text: `${fits.text}x` }, BYTES_MAX)).toEqual({
      ok: false,
      error: { kind: "too-large", bytes: BYTES_MAX + 1, bytesMax: BYTES_MAX },
    });
  });

  test.each<readonly [string, unknown, boolean]>([
    ["plain values", { a: [1, "b", true, null, {}] }, true],
    ["an endless number", [Number.POSITIVE_INFINITY], false],
    ["nothing at all", undefined, false],
    ["a date", { at: new Date(0) }, false],
    ["a map", [new Map()], false],
    ["a key that objects keep for themselves", JSON.parse('{"__proto__": 1}'), false],
    ["a function inside", { a: { b: () => 1 } }, false],
    ["as deep as a reader goes", JSON.parse(nested(LIMITS.jsonDepth)), true],
    ["deeper", JSON.parse(nested(LIMITS.jsonDepth + 1)), false],
  ])("what is plain can be told without writing it: %s", (_title, value, isPlain) => {
    expect(isPlainJson(value)).toBe(isPlain);
  });

  test("whatever is plain is read again from its text", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        if (isPlainJson(value)) expect(read(JSON.stringify(value)).ok).toBe(true);
      }),
    );
  });
});
