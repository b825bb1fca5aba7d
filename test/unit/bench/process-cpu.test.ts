import { spawnSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { entryOf, treeCpuMicros } from "../../../bench/peers/process-cpu.ts";

describe("what processes have had of the processor", () => {
  test("is read whatever the program is called", () => {
    const rest = "S 7 1 1 0 -1 0 0 0 0 0 11 22 33 44 20 0 1";
    expect(entryOf(`42 (a) b (c) ${rest}`)).toEqual({ pid: 42, parent: 7, ticks: 110 });
    expect(entryOf("")).toBeNull();
  });

  test("counts what was started and has ended", () => {
    const before = treeCpuMicros(process.pid);
    const busy = "let n = 0; while (n < 2e8) n += 1;";
    spawnSync(process.execPath, ["-e", busy]);
    const after = treeCpuMicros(process.pid);
    if (process.platform !== "linux") expect(after).toBeNull();
    else expect(Number(after)).toBeGreaterThan(Number(before));
  });
});
