/** What a simulated world may not ask the machine for. */
import nodeCrypto from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { takeGlobalsAway } from "./strict-globals.ts";

const ASKED: readonly (readonly [name: string, ask: () => unknown])[] = [
  ["the time", () => new Date()],
  ["the time", () => Date.now()],
  ["now", () => performance.now()],
  ["random", () => Math.random()],
  ["randomUUID", () => crypto.randomUUID()],
  ["getRandomValues", () => crypto.getRandomValues(new Uint8Array(1))],
  ["randomUUID", () => nodeCrypto.randomUUID()],
  ["randomBytes", () => nodeCrypto.randomBytes(1)],
  ["randomInt", () => nodeCrypto.randomInt(9)],
  ["setTimeout", () => setTimeout(() => {}, 0)],
  ["setInterval", () => clearInterval(setInterval(() => {}, 1))],
  ["setImmediate", () => setImmediate(() => {})],
  ["nextTick", () => process.nextTick(() => {})],
  ["fetch", () => fetch("data:text/plain,x")],
];

describe("during a run", () => {
  test.each(ASKED)("%s cannot be asked for, and can again after it", async (name, ask) => {
    const giveBack = takeGlobalsAway();
    const said = `${name} was asked for during a simulation`;
    try {
      expect(ask).toThrow(said);
    } finally {
      giveBack();
    }
    await ask();
  });

  test("dates of a value and hashes of a text are as ever", () => {
    const giveBack = takeGlobalsAway();
    try {
      expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
      expect(nodeCrypto.createHash("sha256").update("a").digest("hex")).toMatch(/^ca978112/);
    } finally {
      giveBack();
    }
  });
});
