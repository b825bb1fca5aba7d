import { describe, expect, test } from "@jest/globals";
import { readStartOptions } from "../../../runtime/hosts/local/start-options.ts";

describe("the options of npm start", () => {
  test("without options the usual port and folder are used and a browser is opened", () => {
    expect(readStartOptions([])).toEqual({
      ok: true,
      value: { port: null, data: null, open: true, help: false },
    });
  });

  test("port, data folder and no browser can be asked for", () => {
    expect(readStartOptions(["--port", "8080", "--data", "x", "--no-open"])).toEqual({
      ok: true,
      value: { port: 8080, data: "x", open: false, help: false },
    });
  });

  test.each(["-1", "65536", "80x", "", "1e3", "8080.5", "999999"])("port %p is refused", (port) => {
    const read = readStartOptions([`--port=${port}`]);
    expect(read).toEqual({ ok: false, error: expect.stringContaining("--port takes a number") });
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
