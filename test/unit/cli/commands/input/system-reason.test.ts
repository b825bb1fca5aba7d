import { describe, expect, test } from "@jest/globals";
import { systemReason } from "../../../../../runtime/cli/commands/input/system-reason.ts";

describe("why the operating system refused", () => {
  test("a known code is said in words, without paths and call names", () => {
    const error = Object.assign(new Error("EACCES: denied, open 'secret'"), { code: "EACCES" });
    expect(systemReason(error)).toEqual({ code: "EACCES", reason: "permission is denied" });
  });

  test("an unknown code keeps the system's own words", () => {
    const error = Object.assign(new Error("EWHAT: odd"), { code: "EWHAT" });
    expect(systemReason(error)).toEqual({ code: "EWHAT", reason: "EWHAT: odd" });
    expect(systemReason(new Error("plain"))).toEqual({ code: null, reason: "plain" });
    expect(systemReason("a word")).toEqual({ code: null, reason: "a word" });
    expect(systemReason(null)).toEqual({ code: null, reason: "null" });
    expect(systemReason({})).toEqual({ code: null, reason: "[object Object]" });
  });
});
