import { describe, expect, test } from "@jest/globals";
import type { z } from "zod";
import { table } from "../../../docs/generators/markdown.ts";
import { REFERENCE_PAGES } from "../../../docs/generators/reference.ts";
import { RULES } from "../../../policies/all-rules.ts";
import { COMPARED, OURS } from "../../../policies/rules.ts";
import type { Component } from "../../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS } from "../../../runtime/contract/blueprint/components.ts";
import {
  DELEGATIONS,
  delegationCondition,
} from "../../../runtime/contract/blueprint/delegation.ts";
import { RIGHTS } from "../../../runtime/contract/blueprint/rights.ts";
import { SCHEDULES, type Schedule } from "../../../runtime/contract/blueprint/schedules.ts";
import { scopeText } from "../../../runtime/contract/blueprint/scope-text.ts";
import { ABSENT_SECRETS, SECRETS } from "../../../runtime/contract/blueprint/secrets.ts";
import { SETTINGS } from "../../../runtime/contract/blueprint/settings/settings.ts";
import { CONTAINERS, TABLES } from "../../../runtime/contract/blueprint/storage.ts";
import type { Topic } from "../../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";

const rendered = new Map(REFERENCE_PAGES.map(({ path, render }) => [path, render()]));
const pageText = (name: string) => rendered.get(`docs/reference/${name}.md`) ?? "";
const pages = [...rendered].map(([path, text]) => ({ path, text }));

/** The part of a page between one anchor and the next. */
const sectionText = (name: string, anchor: string) =>
  pageText(name).split(`<a id="${anchor}"></a>`)[1]?.split("<a id=")[0] ?? "";

/** Cells of a table row; an escaped bar is part of its cell. */
const cellCount = (line: string) => line.split(/(?<!\\)\|/).length;

describe("reference pages", () => {
  test.each(pages)("$path has one title, one introduction and says how it is made", ({ text }) => {
    const [title, notice, intro] = text.split("\n\n");
    expect(title).toMatch(/^# \w+$/);
    expect(notice).toMatch(
      /^<!-- Generated from the (?:blueprint|policy pack): do not edit; run `npm run docs`. -->$/,
    );
    expect(intro).toMatch(/^[A-Z][^.]*( [^.]*)*\.$/);
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text.endsWith("run `npm run docs`.*\n")).toBe(true);
  });

  test.each(pages)("every row of a table in $path is as wide as its heading", ({ text }) => {
    const tables = text.split("\n\n").filter((block) => block.startsWith("| "));
    for (const block of tables) {
      const widths = new Set(block.split("\n").map(cellCount));
      expect(widths.size).toBe(1);
    }
  });

  test.each(pages)(
    "anchors of $path are unique, and its links lead somewhere",
    ({ path, text }) => {
      const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1]);
      expect(new Set(anchors).size).toBe(anchors.length);
      for (const [, file, anchor] of text.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)) {
        // Links out of the folder are checked with all other documents.
        if (file?.startsWith("../")) continue;
        const target = file === "" ? path : `docs/reference/${file}`;
        const there = rendered.get(target);
        expect(there).toBeDefined();
        if (anchor !== undefined) expect(there).toContain(`<a id="${anchor}"></a>`);
      }
    },
  );

  test("messaging tells every subscription under its topic", () => {
    for (const topic of Object.values<Topic>(TOPICS)) {
      const text = sectionText("messaging", topic.name);
      expect(text).toContain(topic.purpose);
      for (const { name, purpose } of Object.values(topic.subscriptions)) {
        expect(text).toContain(`| \`${name}\` | ${purpose} |`);
      }
    }
    expect(sectionText("messaging", "worker-jobs")).toContain("`WorkerId` is `{workerId}`");
    expect(sectionText("messaging", "agent-logs")).toContain("| P7D | PT5M | 10 | yes |");
    expect(sectionText("messaging", "worker-jobs")).toContain("Published by `orchestrator`.");
    expect(sectionText("messaging", "scale-requests")).toContain(
      "Published by programs outside. Messages live P7D; the topic holds 1024 MB and drops a " +
        "repeated message id for PT10M. Its name may be changed by `SB_TOPIC_NAME`.",
    );
  });

  test("components tell every deployable and every timer", () => {
    for (const [name, component] of Object.entries<Component>(COMPONENTS)) {
      const text = sectionText("components", name);
      expect(text).toContain(`${component.purpose} ${component.apart}`);
      for (const topic of component.publishes) expect(text).toContain(topic);
    }
    for (const [name, { cron }] of Object.entries<Schedule>(SCHEDULES)) {
      const row = sectionText("components", "timers")
        .split("\n")
        .find((l) => l.includes(name));
      expect(row).toContain(`| \`${cron.dev}\` | \`${cron.prod}\` |`);
    }
    expect(sectionText("components", "run-cards-score")).toContain(
      "1 to 15 replicas, one for each 5 messages in `score/consumer`",
    );
    expect(sectionText("components", "agent")).toContain(
      "2 CPU and 64 GiB, ended after 36000 s, never retried, 50 at the same time",
    );
    expect(sectionText("components", "scaler")).toContain("`scale-requests/* (peek)`");
    expect(sectionText("components", "admin-api")).toContain("HTTP requests");
    expect(sectionText("components", "scaled-container")).toContain("a start by scaler");
  });

  test("settings tell every name with its default", () => {
    for (const [component, schema] of Object.entries<z.ZodObject>(SETTINGS)) {
      const text = sectionText("settings", component);
      for (const name of Object.keys(schema.shape)) expect(text).toContain(`| \`${name}\` |`);
    }
    const scaler = sectionText("settings", "scaler");
    expect(scaler).toMatch(/`ACI_IMAGE` \| [^|]+ \| \*\*required\*\* \| plain \|/);
    expect(scaler).toMatch(/`ACI_MAX_INSTANCES` \| [^|]+ \| `200` \| plain \|/);
    expect(scaler).toMatch(/`SKIP_SUBSCRIPTIONS` \| [^|]+ \| empty \| plain \|/);
    expect(scaler).toMatch(/`SB_CONNECTION_STR` \| [^|]+ \| none \| local \|/);
  });

  test("rights tell every right under its component, with its reason", () => {
    for (const { component, role, scope, reason } of RIGHTS) {
      const row = `| ${role} | ${scopeText(scope)} | ${reason} |`;
      expect(sectionText("rights", component)).toContain(row);
    }
    for (const one of DELEGATIONS) expect(pageText("rights")).toContain(delegationCondition(one));
  });

  test("policies tell every rule with its sentence, level, file and counterparts", () => {
    const rows = sectionText("policies", "rules");
    expect(rows).not.toBe("");
    for (const { name, description, severity, enforcementLevel, tags = [] } of RULES) {
      const row = sectionText("policies", name).split("\n")[0] ?? "";
      expect(row).toMatch(new RegExp(`^\\[\`${name}\`\\]\\(../../policies/.+\\.ts\\) \\| `));
      expect(row).toContain(
        `| ${description} | ${severity} | ${enforcementLevel ?? "mandatory"} |`,
      );
      for (const id of tags) expect(row).toContain(id);
    }
  });

  test("policies tell every demand, who sees to it, and why nobody does", () => {
    for (const [anchor, demands] of [["compared", COMPARED] as const, ["ours", OURS] as const])
      for (const [index, { demand, enforced }] of demands.entries()) {
        const row = sectionText("policies", anchor)
          .split("\n")
          .find((line) => line.startsWith(`| ${index + 1} | ${demand} |`));
        for (const one of enforced) {
          if (one.by === "policy")
            for (const rule of one.rules) expect(row).toContain(`[\`${rule}\`](#${rule})`);
          else for (const id of one.counterparts) expect(row).toContain(id);
          if (one.by === "test") expect(row).toContain(`](../../${one.file})`);
          if (one.by === "nobody") expect(row).toContain(`nobody: ${one.why}`);
        }
      }
    const text = pageText("policies");
    expect(text).toMatch(/\| `protect: false`: disabled\. The estate is meant to be torn down/);
    expect(sectionText("policies", "exemptions")).toContain(
      "| `network: public` | `database-from-azure` | [`sql-firewall-closed`]",
    );
  });

  test("secrets and storage tell everything there is and who uses it", () => {
    for (const { name } of Object.values(SECRETS)) {
      expect(sectionText("secrets", "kept")).toContain(`\`${name}\``);
    }
    for (const name of Object.keys(ABSENT_SECRETS)) {
      expect(sectionText("secrets", "absent")).toContain(`\`${name}\``);
    }
    for (const name of Object.keys(CONTAINERS)) {
      expect(sectionText("storage", "containers")).toContain(`| \`${name}\` |`);
    }
    for (const name of Object.keys(TABLES)) {
      expect(sectionText("storage", "tables")).toContain(`| \`${name}\` |`);
    }
    expect(sectionText("storage", "containers")).toMatch(
      /`execution-reports` .*\| kept \| `admin-api` \| `haymaker-worker` \|/,
    );
  });

  test("the picture has an arrow for every flow", () => {
    const picture = sectionText("README", "picture");
    expect(picture).toContain("component_orchestrator --> topic_worker_jobs\n");
    expect(picture).toContain('topic_worker_results -->|"orchestrator"| component_orchestrator\n');
    expect(picture).toContain('topic_scale_requests -.->|"*"| component_scaler\n');
    expect(picture).not.toContain('"worker-{workerId}"| component_orchestrator');
  });

  test("a bar or a line break inside a cell does not end it", () => {
    expect(table(["a"], [["x | y\nz"]])).toBe("| a |\n| --- |\n| x \\| y z |");
  });
});
