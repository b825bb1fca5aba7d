/** The ways by which our code can reach Azure at all. The rights proof derives what a component
 *  uses from the doors it goes through; that is worth something only if there are no others. */
import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { graphFrom } from "../infra/rights-proof/module-graph.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Adapters of a port, and hosts, which choose among them. The CLI and the dashboard speak to our
 *  own API and are no part of the estate. */
const MAY_OPEN = [
  /^runtime\/hosts\//,
  /^runtime\/(tenant|bus|store|ledger|throttle|sources)\/[^/]+\//,
  /^runtime\/(cli|dashboard|agent)\//,
];

const CORE = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|inspector)(?:\/.*)?$/;
const PACKAGE = /^(?:@azure\/.*|tedious|mssql|undici|ws|axios|node-fetch)$/;
const isDoor = (name: string): boolean => CORE.test(name) || PACKAGE.test(name);

const files = globSync("runtime/**/*.{ts,js}", { cwd: ROOT }).map((file) =>
  file.replaceAll(path.sep, "/"),
);

describe("doors to Azure", () => {
  test("X-66 (part): only adapters and hosts import what reaches a network", () => {
    const found = files.flatMap((file) => {
      const module = graphFrom(ROOT, file, { alone: true }).get(file);
      const doors = (module?.imports ?? []).filter(isDoor);
      return MAY_OPEN.some((place) => place.test(file))
        ? []
        : doors.map((door) => `${file} opens ${door}`);
    });
    expect(files.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  test("a door is found where it stands", () => {
    const names = ["node:net", "https", "node:dns/promises", "@azure/service-bus", "tedious"];
    expect(names.filter(isDoor)).toEqual(names);
    expect(["node:path", "kysely", "./net.ts"].filter(isDoor)).toEqual([]);
    const host = graphFrom(ROOT, "runtime/hosts/bootstrap/main.ts", { alone: true });
    expect([...host.values()][0]?.imports).toContain("@azure/identity");
  });
});
