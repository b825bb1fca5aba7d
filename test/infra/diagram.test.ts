import { describe, expect, test } from "@jest/globals";
import { boardOf } from "../../infra/preview/diagram/board.ts";
import { drawBoard } from "../../infra/preview/diagram/render-svg.ts";
import { makePlan } from "../../infra/preview/plan.ts";
import type { ReachRow } from "../../infra/preview/reach/reach.ts";
import type { Report } from "../../infra/preview/report.ts";
import { planned } from "./planned.ts";

const bus = planned("azure-native:servicebus:Namespace", "bus", { sku: { name: "Premium" } });
const subnet = planned("azure-native:network:Subnet", "net-apps", {
  subnetName: "snet-apps",
  addressPrefix: "10.0.1.0/24",
});

const row = (rest: Partial<ReachRow>): ReachRow => ({
  from: "worker",
  shipped: true,
  place: "net-apps",
  to: "Service Bus",
  target: bus.urn,
  state: "reachable",
  how: "private endpoint door, zone z",
  ...rest,
});

const REACH: readonly ReachRow[] = [
  row({}),
  row({ to: "Entra", target: null, how: "through way-out" }),
  row({ to: "telemetry", target: "urn:t", how: "public endpoint, through way-out" }),
  row({ from: "agent", shipped: false, state: "unreachable", how: "no way" }),
  row({ from: "scaler", state: "not in the program yet", how: "" }),
  row({ from: "deployment", place: "hub", to: "code of a", target: "urn:a" }),
  row({ from: "deployment", place: "hub", to: "code of b", target: "urn:b" }),
];

const REPORT: Report = {
  project: "drover",
  stack: "test",
  plan: makePlan([bus, subnet], Buffer.from("key")),
  warnings: [],
  comparison: null,
  verdict: { pack: "p", rules: [], switchedOff: [], exemptions: [], findings: [] },
  rights: [],
  coverage: [],
  reach: REACH,
  cost: { units: 0, lines: [], unweighed: [] },
  seconds: 1,
};

describe("the board of an estate", () => {
  const board = boardOf(REPORT);

  test("has a column for each service, with what it is, in a fixed order", () => {
    expect(board.columns).toEqual([
      { name: "Service Bus", detail: "Premium" },
      { name: "code of apps", detail: "2 of them" },
      { name: "telemetry", detail: "" },
      { name: "Entra", detail: "outside" },
    ]);
  });

  test("has callers in the place that they set out from, with the way to each service", () => {
    expect(board.groups).toEqual([
      {
        name: "snet-apps",
        detail: "10.0.1.0/24",
        rows: [
          {
            name: "worker",
            shipped: true,
            marks: new Map([
              [0, "private"],
              [3, "outbound"],
              [2, "public"],
            ]),
          },
          { name: "agent", shipped: false, marks: new Map([[0, "unreachable"]]) },
        ],
      },
      {
        name: "hub",
        detail: "",
        rows: [{ name: "deployment", shipped: true, marks: new Map([[1, "private"]]) }],
      },
    ]);
  });

  test("leaves out what is not in the program yet", () => {
    expect(JSON.stringify(board)).not.toMatch("scaler");
  });
});

describe("the drawing", () => {
  const svg = drawBoard(boardOf(REPORT));

  test("is one picture with a title, the same every time, and runs nothing", () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/);
    expect(svg).toMatch('<title id="title">The test estate: 2 resources, 0 private endpoints');
    expect(svg).not.toMatch(/<script|href|url\(|@import/);
    expect(drawBoard(boardOf(REPORT))).toBe(svg);
  });

  test("names every place, caller and service", () => {
    for (const name of ["snet-apps", "10.0.1.0/24", "hub", "worker", "agent", "Premium"])
      expect(svg).toMatch(`>${name}</text>`);
  });

  test("a name of the plan never becomes markup", () => {
    const hostile = '</text><script>alert("x")</script>&';
    const other = drawBoard(boardOf({ ...REPORT, reach: [row({ from: hostile, to: hostile })] }));
    expect(other).not.toMatch("<script");
    expect(other).toMatch("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;");
  });

  test("nothing lies outside of the picture", () => {
    const [, width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
    for (const [, x = "", y = ""] of svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"/g)) {
      expect(Number(x)).toBeLessThan(width);
      expect(Number(y)).toBeLessThan(height);
    }
  });
});
