import { describe, expect, test } from "@jest/globals";
import { readStartOptions } from "../../../runtime/hosts/local/start-options.ts";

const TIME_AS_IT_IS = { speed: 1, faults: "usual", demo: null };

describe("the options of npm start", () => {
  test("without options the usual port and folder are used and a browser is opened", () => {
    expect(readStartOptions([])).toEqual({
      ok: true,
      value: { port: null, data: null, open: true, help: false, ...TIME_AS_IT_IS },
    });
  });

  test("port, data folder and no browser can be asked for", () => {
    expect(readStartOptions(["--port", "8080", "--data", "x", "--no-open"])).toEqual({
      ok: true,
      value: { port: 8080, data: "x", open: false, help: false, ...TIME_AS_IT_IS },
    });
  });

  test.each(["-1", "65536", "80x", "", "1e3", "8080.5", "999999"])("port %p is refused", (port) => {
    const read = readStartOptions([`--port=${port}`]);
    expect(read).toEqual({ ok: false, error: expect.stringContaining("--port takes a number") });
  });

  test("speed, faults and a demonstration can be asked for", () => {
    const read = readStartOptions(["--speed", "5000", "--faults", "rough", "--demo", "30"]);
    expect(read).toMatchObject({ ok: true, value: { speed: 5_000, faults: "rough", demo: 30 } });
  });

  test.each([
    ["--speed", "0.5"],
    ["--speed", "fast"],
    ["--speed", "100001"],
    ["--faults", "none"],
    ["--demo", "0"],
    ["--demo", "2.5"],
    ["--demo", "many"],
  ])("%s %s is refused with what it takes", (option, value) => {
    const read = readStartOptions([`${option}=${value}`]);
    expect(read).toEqual({ ok: false, error: expect.stringContaining(`${option} takes`) });
    expect(read).toEqual({ ok: false, error: expect.stringContaining(`"${value}"`) });
  });

  test("a port of 0 asks for any free one", () => {
    expect(readStartOptions(["--port=0"])).toMatchObject({ ok: true, value: { port: 0 } });
  });

  test("an option that does not exist is named", () => {
    const read = readStartOptions(["--prot", "80"]);
    expect(read).toEqual({ ok: false, error: "Unknown option '--prot'" });
  });

  test("a negative port, which looks like an option, is refused in one line", () => {
    const read = readStartOptions(["--port", "-1"]);
    expect(read).toEqual({
      ok: false,
      error: expect.stringMatching(/^Option '--port'[^\n]*[^.]$/),
    });
  });

  test("an empty data folder is refused", () => {
    expect(readStartOptions(["--data="])).toMatchObject({ ok: false });
  });
});
