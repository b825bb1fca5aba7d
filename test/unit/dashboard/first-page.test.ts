import { describe, expect, test } from "@jest/globals";
import { firstPage, type RunbookCard } from "../../../runtime/dashboard/first-page.ts";

const card: RunbookCard = {
  file: "runbooks/a.yaml",
  name: "mailboxes",
  description: "Moves them.",
  errors: 0,
  warnings: 0,
  phases: [
    { name: "prepare", offset: "T-5d", steps: ["create"] },
    { name: "cut-over", offset: "T-0", steps: ["switch", "verify"] },
  ],
};
const pageWith = (runbooks: readonly RunbookCard[]) =>
  firstPage({ version: "1.2.3", data: "/data", runbooks }).html;

describe("the first page", () => {
  test("each runbook is drawn with its phases in order and their steps counted", () => {
    const html = pageWith([card]);
    expect(html).toContain('aria-label="Phases of mailboxes: T-5d prepare, T-0 cut-over"');
    expect(html).toContain(">1 step<");
    expect(html).toContain(">2 steps<");
    expect(html).toContain("✓ valid");
  });

  test("a runbook with warnings says how many and is drawn", () => {
    const html = pageWith([{ ...card, warnings: 1 }]);
    expect(html).toContain("⚠ valid, 1 warning ");
    expect(html).toContain("<svg");
  });

  test("a runbook with errors says how many and is not drawn", () => {
    const html = pageWith([{ ...card, errors: 2, phases: [] }]);
    expect(html).toContain("✗ 2 errors");
    expect(html).not.toContain("<svg");
  });

  test("text from files cannot become markup", () => {
    const html = pageWith([{ ...card, name: '<img src="x">', description: "a & 'b'" }]);
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=&quot;x&quot;&gt;");
    expect(html).toContain("a &amp; &#39;b&#39;");
  });

  test("without runbooks the page says so", () => {
    expect(pageWith([])).toContain("is empty");
  });
});
