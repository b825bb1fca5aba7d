import { describe, expect, test } from "@jest/globals";
import { hideMarked, hidingValues, textsIn } from "../../../runtime/contract/marked-values.ts";

describe("values under marked names", () => {
  test("I30 (part): whatever they are, nothing of them stays but that there is nothing", () => {
    const data = { a: "x", b: 7, c: true, d: { e: "x" }, f: ["x", 1], g: null, h: "", i: "open" };
    const marked = new Set(["a", "b", "c", "d", "f", "g", "h"]);
    const S = "[secret]";
    const shown = { a: S, b: S, c: S, d: S, f: [S, S], g: null, h: "", i: "open" };
    expect(hideMarked(data, marked)).toEqual(shown);
  });

  test("names are taken exactly, and without marks the object is the same", () => {
    const data = JSON.parse('{"__proto__": "x", "Note": "x", "note": "y"}');
    const hidden = hideMarked(data, new Set(["__proto__", "Note"]));
    expect(JSON.stringify(hidden)).toBe('{"__proto__":"[secret]","Note":"[secret]","note":"y"}');
    expect(hideMarked(data, new Set())).toBe(data);
  });

  test("texts and numbers within a value are found at any depth", () => {
    expect(textsIn({ a: ["x", { b: 7 }], c: true, d: null })).toEqual(["x", "7"]);
  });
});

describe("marked values in what others write", () => {
  const { text, value } = hidingValues(["correct horse", "4711", "48151623", "no"]);

  test("I30 (part): a long one is found in every form", () => {
    const encoded = Buffer.from("correct horse").toString("base64url");
    expect(text(`is correct horse, ${encoded}, ${encodeURIComponent("correct horse")}`)).toBe(
      "is [secret], [secret], [secret]",
    );
  });

  test("I30 (part): a short one is found where it stands by itself", () => {
    expect(text("PIN 4711 refused (4711); order 14711, 47110, x4711")).toBe(
      "PIN [secret] refused ([secret]); order 14711, 47110, x4711",
    );
  });

  test("I30 (part): one with capital letters is found in small ones, too", () => {
    const { text: hidden } = hidingValues(["Ada.Lovelace", "PinX"]);
    expect(hidden("ada.lovelace@x.example, Ada.Lovelace, pinx")).toBe(
      "[secret]@x.example, [secret], [secret]",
    );
  });

  test("one of two letters is not: it would hide words of every sentence", () => {
    expect(text("no, not now")).toBe("no, not now");
  });

  test("I30 (part): a short value that begins with a sign is found beside letters", () => {
    expect(hidingValues(["$x9!"]).text("pw$x9!ok")).toBe("pw[secret]ok");
  });

  test("I30 (part): numbers are hidden as numbers and as text", () => {
    const given = { pin: 48151623, list: [4711, 5], other: 4712, text: "48151623" };
    expect(value(given)).toEqual({
      pin: "[secret]",
      list: ["[secret]", 5],
      other: 4712,
      text: "48151623",
    });
    expect(text("48151623")).toBe("[secret]");
  });
});
