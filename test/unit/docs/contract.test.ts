import { describe, expect, test } from "@jest/globals";
import { CONTRACT_PAGE, renderContract } from "../../../docs/generators/contract.ts";
import type { PlatformPromise, System } from "../../../docs/generators/promises.ts";
import { scanTitles } from "../../../docs/generators/test-titles.ts";

const promised = (id: string, says = `Promise ${id}.`): PlatformPromise => ({
  id,
  says,
  unprovable: null,
});

const systemOf = (title: string, ...promises: PlatformPromise[]): System => ({
  title,
  subjects: [{ name: `Subject of ${title}`, promises }],
});

const render = (promise: PlatformPromise, tests: string, file = "test/a.test.ts"): string =>
  renderContract([systemOf("Small system", promise)], scanTitles(file, tests));

/** The cells of the row of an id. */
function cellsOf(page: string, id: string): readonly string[] {
  const row = page.split("\n").find((line) => line.startsWith(`| <a id="${id.toLowerCase()}">`));
  return (row ?? "").split(/(?<!\\)\|/).map((cell) => cell.trim());
}

const standingOf = (page: string, id: string) => cellsOf(page, id)[3];

const testsOf = (page: string, id: string) => cellsOf(page, id)[4];

describe("a row of the contract", () => {
  test("a proven promise links the title to its file, without a line", () => {
    const page = render(promised("M-001"), 'test("M-001: it holds", f);');
    expect(cellsOf(page, "M-001")).toEqual([
      "",
      '<a id="m-001"></a>M-001',
      "Promise M-001.",
      "proven",
      "[M-001: it holds](../test/a.test.ts)",
      "",
    ]);
    expect(page).toContain("| [Small system](#small-system) | 1 | 1 | 0 | 0 | 0 |");
    expect(page).toContain("## Not proven\n\n### Open\n\nNone.\n\n### In part\n\nNone.\n");
  });

  test("a promise cited only as a part is in part, and listed at the end", () => {
    const page = render(promised("M-001"), 'test("M-001 (part): a", f);');
    expect(standingOf(page, "M-001")).toBe("*in part*");
    expect(testsOf(page, "M-001")).toBe("[M-001 (part): a](../test/a.test.ts)");
    expect(page).toContain("| [Small system](#small-system) | 1 | 0 | 1 | 0 | 0 |");
    expect(page).toContain("### Open\n\nNone.\n\n### In part\n\n- Small system: [M-001](#m-001)\n");
  });

  test("one full citation among parts leaves the promise proven", () => {
    const page = render(promised("M-001"), 'test("M-001 (part): a", f); test("M-001: b", f);');
    expect(standingOf(page, "M-001")).toBe("proven");
    expect(page).toContain("| **All** | 1 | 1 | 0 | 0 | 0 |");
  });

  test("a skipped test that cites in full adds nothing to one of a part", () => {
    const page = render(promised("M-001"), 'test.skip("M-001: a", f); it("M-001 (part): b", f);');
    expect(standingOf(page, "M-001")).toBe("*in part*");
  });

  test("a skipped test of a part proves nothing", () => {
    const page = render(promised("M-001"), 'test.skip("M-001 (part): a", f);');
    expect(standingOf(page, "M-001")).toBe("**open**");
  });

  test("a group marks all of its tests as parts, whatever they cite", () => {
    const tests = 'describe("M-001 (part): g", () => { test("a", f); test("M-001: b", f); });';
    expect(standingOf(render(promised("M-001"), tests), "M-001")).toBe("*in part*");
  });

  test("several proofs are listed once each, in a fixed order", () => {
    const tests = ['test("M-001: b", f);', 'test("M-001: a", f);', 'test("M-001: b", f);'];
    const sorted = "[M-001: a](../test/a.test.ts)<br>[M-001: b](../test/a.test.ts)";
    expect(testsOf(render(promised("M-001"), tests.join("\n")), "M-001")).toBe(sorted);
    expect(testsOf(render(promised("M-001"), tests.reverse().join("\n")), "M-001")).toBe(sorted);
  });

  test("an id cited by a group only is shown with the group", () => {
    const page = render(promised("M-001"), 'describe("M-001: g", () => { test("a", f); });');
    expect(testsOf(page, "M-001")).toBe("[M-001: g › a](../test/a.test.ts)");
  });

  test("an id cited by the title itself is shown without the group", () => {
    const page = render(promised("M-001"), 'describe("g", () => { test("M-001: a", f); });');
    expect(testsOf(page, "M-001")).toBe("[M-001: a](../test/a.test.ts)");
  });

  test("a promise without a test is open, and listed at the end", () => {
    const page = render(promised("M-001"), 'test("something else", f);');
    expect(standingOf(page, "M-001")).toBe("**open**");
    expect(testsOf(page, "M-001")).toBe("");
    expect(page).toContain("| [Small system](#small-system) | 1 | 0 | 0 | 0 | 1 |");
    expect(page).toContain("### Open\n\n- Small system: [M-001](#m-001)\n\n### In part\n\nNone.\n");
  });

  test("a skipped test proves nothing, and is shown with its reason", () => {
    const page = render(promised("M-001"), '// No bus here.\ntest.skip("M-001: a", f);');
    expect(standingOf(page, "M-001")).toBe("**open**");
    expect(testsOf(page, "M-001")).toBe("skipped: [M-001: a](../test/a.test.ts) (No bus here.)");
    expect(page).toContain("- Small system: [M-001](#m-001)");
  });

  test("a skipped test beside one that runs leaves the promise proven", () => {
    const page = render(promised("M-001"), 'test.skip("M-001: a", f); test("M-001: b", f);');
    expect(standingOf(page, "M-001")).toBe("proven");
    expect(page).toContain("| **All** | 1 | 1 | 0 | 0 | 0 |");
  });

  test("what needs a live subscription is neither proven nor open", () => {
    const live = { ...promised("M-001"), unprovable: "It takes Azure." };
    const page = render(live, "");
    expect(standingOf(page, "M-001")).toBe("needs a live subscription: It takes Azure.");
    expect(page).toContain("| **All** | 1 | 0 | 0 | 1 | 0 |");
    expect(page).toContain("### Open\n\nNone.\n\n### In part\n\nNone.\n");
  });

  test("what needs a live subscription is not proven by a test of a part, which is shown", () => {
    const live = { ...promised("M-001"), unprovable: "It takes Azure." };
    const page = render(live, 'test("M-001: a", f);');
    expect(standingOf(page, "M-001")).toBe("needs a live subscription: It takes Azure.");
    expect(testsOf(page, "M-001")).toBe("[M-001: a](../test/a.test.ts)");
    expect(page).toContain("| **All** | 1 | 0 | 0 | 1 | 0 |");
  });

  test("signs that would break the table or read as Markdown are escaped", () => {
    const page = render(promised("M-001", "Either `a|b`."), 'test("M-001: a|b <b> `c` [d] *", f);');
    expect(cellsOf(page, "M-001")).toEqual([
      "",
      '<a id="m-001"></a>M-001',
      "Either `a\\|b`.",
      "proven",
      "[M-001: a\\|b \\<b\\> \\`c\\` \\[d\\] \\*](../test/a.test.ts)",
      "",
    ]);
  });

  test("a title with a line break stays in its cell", () => {
    const page = render(promised("M-001"), 'test("M-001: a\\nb", f);');
    expect(testsOf(page, "M-001")).toBe("[M-001: a b](../test/a.test.ts)");
  });

  test("a decision that a promise refers to is a link", () => {
    const page = render(promised("M-001", "One (see X-12, X-63)."), "");
    expect(cellsOf(page, "M-001")[2]).toBe("One (see [X-12](#x-12), [X-63](#x-63)).");
  });
});

describe("the contract", () => {
  test("an id that nobody promised stops the generator with file and line", () => {
    const tests = '\ntest("M-001: a", f);\ntest("M-002, H-001: b", f);';
    expect(() => render(promised("M-001"), tests)).toThrow(
      "test/a.test.ts:3 cites H-001, which is not promised.\n" +
        "test/a.test.ts:3 cites M-002, which is not promised.",
    );
  });

  test("a mark other than (part) stops the generator with file and line", () => {
    const tests = 'describe("M-001 (half): g", () => {\ntest("a", f);\n});';
    expect(() => render(promised("M-001"), tests)).toThrow(
      'test/a.test.ts:2 cites M-001 (half); only "(part)" may stand behind an id.',
    );
  });

  test("systems follow each other with their own figures and open ids in order", () => {
    const one = systemOf("First", promised("I10"), promised("I2"), promised("I3"));
    const two = systemOf("Second", promised("R01"));
    const page = renderContract([one, two], scanTitles("test/a.test.ts", 'it("I3: a", f);'));
    expect(page).toContain(
      "| [First](#first) | 3 | 1 | 0 | 0 | 2 |\n| [Second](#second) | 1 | 0 | 0 | 0 | 1 |",
    );
    expect(page).toContain("| **All** | 4 | 1 | 0 | 0 | 3 |");
    expect(page).toContain("- First: [I2](#i2), [I10](#i10)\n- Second: [R01](#r01)\n");
    expect(page.match(/^#+ .*/gm)).toEqual([
      "# What the platform promises",
      "## First",
      "### Subject of First",
      "## Second",
      "### Subject of Second",
      "## Not proven",
      "### Open",
      "### In part",
    ]);
  });

  test("the page of this repository has a row for each promise, and ends in one line break", () => {
    const page = CONTRACT_PAGE.render();
    expect(CONTRACT_PAGE.path).toBe("docs/contract.md");
    expect(page.match(/^\| <a id="/gm)).toHaveLength(490);
    expect(page).toMatch(/[^\n]\n$/);
    expect(page).toBe(CONTRACT_PAGE.render());
  });

  test("every link within the page leads to an anchor or a heading", () => {
    const page = CONTRACT_PAGE.render();
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text]) => text ?? "");
    const targets = new Set([
      ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
      ...headings.map((text) => text.toLowerCase().replaceAll(" ", "-")),
    ]);
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !targets.has(target))).toEqual([]);
  });
});
