import { describe, expect, test } from "@jest/globals";
import { isFound, MODULE, TEST } from "./samples.ts";
import { ambient } from "./tidy/ambient.ts";
import type { Finding } from "./tidy/source.ts";

describe("what code may reach for", () => {
  test.each([
    "const a = Date.now();",
    "const a = new Date();",
    "const a = new Date;",
    "const a = Date();",
    "const a = Temporal.Now.instant();",
    "const a = performance.now();",
    'import { performance } from "node:perf_hooks";',
    "const a = Math.random();",
    "const a = Math\n  .random();",
    "const a = crypto.randomUUID();",
    "const a = globalThis.crypto.getRandomValues(b);",
    'import { createHash, randomBytes } from "node:crypto";',
    'import { randomUUID as id } from "node:crypto";',
    "setTimeout(f, 1);",
    "setInterval(f, 1);",
    "setImmediate(f);",
    "queueMicrotask(f);",
    "process.nextTick(f);",
    'import { setTimeout } from "node:timers/promises";',
    "await fetch(url);",
    "const f = fetch;",
    "const f = { fetch };",
    "const f = (request = fetch) => request;",
    "return fetch;",
    "globalThis.fetch(url);",
    'import { readFileSync } from "node:fs";',
    'import { readFile } from "fs/promises";',
    "const a = process.env.HOME;",
    "const { argv } = process;",
    'import { env } from "node:process";',
    'console.log("a");',
    "const given = (fetch) => fetch(1);\nconst taken = () => fetch(2);",
  ])("%j reaches for what it should be given", (text) => {
    expect(isFound(ambient, text)).toBe(true);
    expect(isFound(ambient, text, "runtime/hosts/sample.ts")).toBe(false);
    expect(isFound(ambient, text, TEST)).toBe(false);
  });

  test.each([
    "const a = new Date(0);",
    "const a = Date.parse(b);",
    "const f = (fetch: typeof globalThis.fetch) => fetch(url);",
    "const f = ({ setTimeout }: Timers) => { setTimeout(g, 1); };",
    "const f = (port) => port.fetch(url);",
    "const f = { fetch: 1, process: 2 };",
    "type A = { readonly process: string; console(): void };",
    "let f: typeof fetch;",
    'import type { Stats } from "node:fs";',
    'import { createHash } from "node:crypto";',
    'const a = "Date.now()"; // new Date()',
    "let e: typeof process.env;",
    "valueOf;",
  ])("%j reaches for nothing", (text) => {
    expect(ambient({ path: MODULE, text })).toEqual([]);
  });

  test("each place reaches only for what it is there for", () => {
    const findings = (path: string) =>
      ["new Date();", "fetch(a);", 'import "node:fs";', "process.env;", "setTimeout(a);"].map(
        (text) => isFound(ambient, text, path),
      );
    expect(findings("runtime/time/system/clock.ts")).toEqual([false, true, true, true, false]);
    expect(findings("runtime/cli/commands/a.ts")).toEqual([true, true, false, true, true]);
    expect(findings("runtime/cli/main.ts")).toEqual([false, false, false, false, false]);
    expect(findings("runtime/tenant/azure/a.ts")).toEqual([true, false, true, true, true]);
    expect(findings("runtime/rehearsal/a.ts")).toEqual([true, true, true, true, true]);
    expect(findings("infra/a.ts")).toEqual([false, false, false, true, false]);
    expect(findings("infra/preview/a.ts")).toEqual([false, false, false, false, false]);
    expect(findings("policies/a.ts")).toEqual([true, true, true, true, true]);
  });

  test("the finding names the thing, the line and what to do", () => {
    const expected: Finding = {
      path: MODULE,
      line: 2,
      advice: "Math.random: take randomness or ids as an argument",
    };
    expect(ambient({ path: MODULE, text: "\nconst a = Math.random();" })).toEqual([expected]);
  });
});
