// long: one report is read in all of its forms, and they must agree.
import { describe, expect, test } from "@jest/globals";
import { diffPlans } from "../../infra/preview/diff.ts";
import { makePlan } from "../../infra/preview/plan.ts";
import type { Finding } from "../../infra/preview/policy.ts";
import { renderJson } from "../../infra/preview/render-json.ts";
import { renderMarkdown } from "../../infra/preview/render-markdown.ts";
import { renderText } from "../../infra/preview/render-text.ts";
import { type Report, refusals } from "../../infra/preview/report.ts";
import { planned, secret } from "./planned.ts";

const KEY = Buffer.from("a key for tests");
const TOPIC = "azure-native:servicebus:Topic";
const top = planned("pulumi:pulumi:Stack", "drover-test");
const child = (password: string, size: number) =>
  planned(TOPIC, "jobs", { password: secret(password), size }, { parent: top.urn });

const before = makePlan([top, child("old", 1)], KEY);
const after = makePlan([top, child("new", 2)], KEY);

const SAME = {
  ref: "main",
  note: null,
  changes: [],
  rights: { gained: [], lost: [] },
  cost: { before: 10, changes: [] },
} as const;

const REPORT: Report = {
  project: "drover",
  stack: "test",
  plan: after,
  warnings: [],
  comparison: { ...SAME, changes: diffPlans(before, after) },
  verdict: {
    pack: "drover@1",
    rules: ["a", "b"],
    switchedOff: ["b"],
    exemptions: [],
    findings: [],
  },
  rights: [{ holder: "worker", role: "Reader", on: "topics/jobs", state: "equal" }],
  coverage: [{ what: "topics", built: ["jobs"], absent: ["events", "results"] }],
  reach: [
    {
      from: "worker",
      shipped: true,
      place: "snet",
      to: "Service Bus",
      target: null,
      state: "reachable",
      how: "a door",
    },
    {
      from: "people",
      shipped: true,
      place: null,
      to: "API",
      target: null,
      state: "not in the program yet",
      how: "",
    },
  ],
  cost: {
    units: 12,
    lines: [{ urn: "u", name: "jobs", type: TOPIC, units: 12, why: "the dearest" }],
    unweighed: ["azure-native:x:Y"],
  },
  seconds: 1.5,
};

const finding = (outcome: Finding["outcome"], message: string): Finding => ({
  outcome,
  policy: "a",
  urn: child("", 0).urn,
  message,
});

const withFindings = (...findings: readonly Finding[]): Report => ({
  ...REPORT,
  verdict: { ...REPORT.verdict, findings },
});

describe("what the program warns of", () => {
  const warned: Report = { ...REPORT, warnings: ["warning: `a` is left | as it was"] };

  test("is told before the verdict of a terminal, and right below that of a pull request", () => {
    expect(renderText(warned)).toMatch(/\nwarning: `a` is left \| as it was\n\nIn order\.\n$/);
    expect(renderMarkdown(warned).split("\n").slice(0, 4)).toEqual([
      "### Estate `test`: in order",
      "",
      "**warning: \\`a\\` is left \\| as it was**",
      "",
    ]);
    expect(renderJson(warned)).toContain(`${JSON.stringify({ warning: warned.warnings[0] })}\n`);
  });

  test("takes no place where there is nothing", () => {
    expect(renderJson(REPORT)).not.toContain("warning");
    expect(renderMarkdown(REPORT)).not.toContain("****");
  });
});

describe("a report", () => {
  test("in order has no reason to be refused", () => {
    expect(refusals(REPORT)).toEqual([]);
    expect(refusals(withFindings(finding("undecided", "x"), finding("advice", "y")))).toEqual([]);
  });

  test("is refused for a violation, and for rights in excess or missing", () => {
    expect(refusals(withFindings(finding("violation", "x")))).toEqual(["policy violations: 1"]);
    const right = { holder: "h", role: "r", on: "o" };
    const rights = [
      { ...right, state: "excess" },
      { ...right, state: "missing" },
      { ...right, state: "waits for code" },
    ] as const;
    expect(refusals({ ...REPORT, rights })).toEqual([
      "rights that the blueprint does not give: 1",
      "rights of the blueprint that nobody assigns: 1",
    ]);
  });

  test.each([
    ["text", renderText],
    ["json", renderJson],
    ["markdown", renderMarkdown],
  ])("as %s shows that a secret changed, and nothing of it", (_format, render) => {
    const output = render(REPORT);
    expect(output).toMatch("password");
    expect(output).toMatch("[secret]");
    expect(output).toMatch("[another secret]");
    expect(output).not.toMatch(/\[secret [0-9a-f]/);
    expect(output).not.toMatch(/"old"|"new"/);
  });
});

describe("what a change does", () => {
  const comparison = {
    ...SAME,
    changes: diffPlans(before, after),
    rights: {
      gained: [{ holder: "worker", role: "Owner", on: "everything" }],
      lost: [{ holder: "scaler", role: "Reader", on: "topics/jobs" }],
    },
    cost: { before: 10, changes: [{ name: "jobs", type: TOPIC, before: 10, after: 12 }] },
  };
  const report = { ...REPORT, comparison };

  test("to rights is said with who gains and who loses", () => {
    const text = renderText(report);
    expect(text).toMatch("Rights against main: 1 gained, 1 lost");
    expect(text).toMatch("  + worker: Owner on everything");
    expect(text).toMatch("  - scaler: Reader on topics/jobs");
    expect(renderMarkdown(report)).toMatch("- gains `worker`: Owner on `everything`");
    expect(renderJson(report)).toMatch('{"gained":{"holder":"worker"');
  });

  test("to cost is relative, says by how much, and never stands without its unit", () => {
    expect(renderText(report)).toMatch(
      "Cost against main: 10 => 12 units a month (+2, +20 %)\n  +2  jobs",
    );
    for (const output of [renderText(report), renderMarkdown(report)])
      expect(output).toMatch("not prices");
  });

  test("stands as a sign before the resource in the tree", () => {
    expect(renderText(report)).toMatch("~   jobs  (servicebus:Topic)");
  });
});

describe("who reaches what", () => {
  const lost = {
    ...REPORT,
    reach: [
      {
        from: "worker",
        shipped: false,
        place: "snet",
        to: "SQL database",
        target: null,
        state: "unreachable",
        how: "no | private endpoint",
      },
    ],
  } as const;

  test("a service that somebody cannot reach refuses the plan, and the summary counts it", () => {
    expect(refusals(lost)).toEqual(["services that somebody needs and cannot reach: 1"]);
    expect(renderJson(lost)).toMatch('"unreachable":1');
  });

  test("who has no code yet is named with the reason, once", () => {
    const [row] = lost.reach;
    const waiting = { ...row, why: "It waits for the |bus|." };
    const report = { ...REPORT, reach: [waiting, { ...waiting, to: "Service Bus" }] };
    expect(renderText(report)).toMatch(
      "\n  worker (no code yet)\n    It waits for the |bus|.\n    SQL database: unreachable",
    );
    expect(renderText(report).match(/It waits/g)).toHaveLength(1);
    const markdown = renderMarkdown(report);
    expect(markdown).toMatch("- `worker` has no code yet: It waits for the \\|bus\\|.\n\n| From");
    expect(markdown.match(/It waits/g)).toHaveLength(1);
  });

  test("what is in the way is said", () => {
    expect(renderText(lost)).toMatch("    SQL database: unreachable: no | private endpoint");
    expect(renderMarkdown(lost)).toMatch(
      "- **unreachable** `SQL database` from `worker`: no \\| private endpoint",
    );
  });

  test("the way that is there is said too", () => {
    expect(renderText(REPORT)).toMatch("  worker\n    Service Bus: a door");
  });
});

describe("as text", () => {
  const lines = renderText(REPORT).split("\n");

  test("a type that nobody has weighed is named", () => {
    expect(lines).toContain("  nobody has weighed: azure-native:x:Y");
  });

  test("resources are a tree", () => {
    expect(lines.slice(0, 3)).toEqual([
      "Plan of drover/test: 2 resources",
      "  drover-test  (pulumi:pulumi:Stack)",
      "~   jobs  (servicebus:Topic)",
    ]);
  });

  test("changes come with each property before and after", () => {
    expect(lines).toContain("Against main: 0 to create, 1 to update, 0 to delete");
    expect(lines).toContain("  ~ jobs  (servicebus:Topic)");
    expect(lines).toContain("      size: 1 => 2");
  });

  test("rules that could not decide, and rules switched off, are counted and named", () => {
    const text = renderText(withFindings(finding("undecided", "not known yet")));
    expect(text).toMatch("1 could not decide");
    expect(text).toMatch("switched off for this stack: b");
    expect(text).toMatch("undecided: a: jobs: not known yet");
  });

  test("what the program does not build yet is listed", () => {
    expect(lines).toContain("  topics: 1 of 3; not in the program yet: events, results");
  });

  test("the last word is the verdict", () => {
    expect(renderText(REPORT)).toMatch(/\nIn order\.\n$/);
    expect(renderText(withFindings(finding("violation", "x")))).toMatch(
      /\nRefused: policy violations: 1\.\n$/,
    );
  });

  test("a ref without a plan of its own makes everything new", () => {
    const comparison = {
      ...SAME,
      ref: "v0",
      note: "That commit has no such stack",
      changes: diffPlans(new Map(), after),
    };
    const text = renderText({ ...REPORT, comparison });
    expect(text).toMatch("Against v0: 2 to create, 0 to update, 0 to delete");
    expect(text).toMatch("That commit has no such stack: everything counts as new.");
  });
});

describe("as markdown", () => {
  test("the verdict is the heading", () => {
    expect(renderMarkdown(REPORT)).toMatch(/^### Estate `test`: in order\n/);
    expect(renderMarkdown(withFindings(finding("violation", "x")))).toMatch(
      /^### Estate `test`: refused: policy violations: 1\n/,
    );
  });

  test("no text of a program or rule becomes markup", () => {
    const hostile = "</details><img src=x>\n# **big** [link](http://x) `code` |";
    const output = renderMarkdown(withFindings(finding("violation", hostile)));
    const line = output.split("\n").find((text) => text.startsWith("- **violation**"));
    expect(line).toMatch("\\</details\\>\\<img src=x\\> \\# \\*\\*big\\*\\* \\[link\\]");
    expect(output.match(/^<\/details>$/gm)).toHaveLength(
      output.match(/^<details>$/gm)?.length ?? -1,
    );
  });

  test("a ref is text also inside a summary", () => {
    const comparison = { ...SAME, ref: "a<b>&c", changes: diffPlans(before, after) };
    expect(renderMarkdown({ ...REPORT, comparison })).toMatch(
      "<summary>Against <code>a&lt;b&gt;&amp;c</code>: 0 to create",
    );
  });

  test("what is too long for a comment is cut at whole lines and parts, and says so", () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      planned(TOPIC, `a-topic-with-a-name-of-some-length-${index}`, { size: index }),
    );
    const large = makePlan([top, ...many], KEY);
    const changes = diffPlans(new Map(), large);
    const findings = many.map(({ urn }) => ({
      ...finding("violation", "something that has to be said at some length"),
      urn,
    }));
    const output = renderMarkdown({
      ...REPORT,
      plan: large,
      comparison: { ...SAME, changes },
      verdict: { ...REPORT.verdict, findings },
      reach: many.map(({ name }) => ({
        from: name,
        shipped: true,
        place: "snet",
        to: "Service Bus",
        target: null,
        state: "reachable",
        how: "a door",
      })),
    });
    expect(output.length).toBeLessThan(65_536);
    expect(output).toMatch(/^### Estate `test`: refused: policy violations: 2000\n/);
    expect(output).toMatch(/… and \d+ more lines\./);
    expect(output).toMatch("parts are too long: `npm run -s preview -- --stack test`");
    const closed = output.match(/^<\/details>$/gm)?.length ?? -1;
    expect(output.match(/^<details>$/gm)).toHaveLength(closed);
  });

  test("nothing to change is one short sentence", () => {
    expect(renderMarkdown({ ...REPORT, comparison: SAME })).toMatch("No change against `main`.");
  });
});

describe("as JSON lines", () => {
  const lines = renderJson(REPORT).trimEnd().split("\n");
  const facts = lines.map((line) => JSON.parse(line));

  test("a program finds the same facts, each under the name of its kind", () => {
    expect(facts).toContainEqual({
      resource: expect.objectContaining({
        name: "jobs",
        properties: { password: "[secret]", size: "2" },
      }),
    });
    expect(facts).toContainEqual({ against: { ref: "main", note: null } });
    expect(facts).toContainEqual({
      change: expect.objectContaining({ kind: "update", name: "jobs" }),
    });
    expect(facts).toContainEqual({
      coverage: expect.objectContaining({ absent: ["events", "results"] }),
    });
  });

  test("the last line is the summary, in one fixed order", () => {
    expect(lines.at(-1)).toBe(
      '{"stack":"test","resources":2,"rules":2,"disabled":1,"advisory":0,"mandatory":0,' +
        '"undecided":0,"exemptions":[],"rights":{"excess":0,"missing":0},' +
        '"privateEndpoints":0,"unreachable":0,"seconds":1.5}',
    );
  });

  test("the summary counts what was found", () => {
    const found = withFindings(
      finding("violation", "x"),
      finding("advice", "y"),
      finding("undecided", "z"),
    );
    expect(JSON.parse(renderJson(found).trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      advisory: 1,
      mandatory: 1,
      undecided: 1,
    });
  });
});
