/** What a page keeps from people who see, hear or point differently, as axe finds it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Found = { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] };

type Only = { readonly type: "tag" | "rule"; readonly values: readonly string[] };

async function run(
  page: Page,
  leaveOut: readonly string[],
  only: Only,
): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const options = { runOnly: only, resultTypes: ["violations"] };
  const context = { include: [["html"]], exclude: leaveOut.map((selector) => [selector]) };
  const words = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<{ violations: readonly Found[] }>(words);
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes.map((n) => n.target))}`);
}

/** One line for each barrier. */
export const barriers = (page: Page, leaveOut: readonly string[]): Promise<readonly string[]> =>
  run(page, leaveOut, { type: "tag", values: RULES });

/** Of all rules, the one that a theme can break: whether texts stand out from their ground. */
export const unreadable = (page: Page, leaveOut: readonly string[]): Promise<readonly string[]> =>
  run(page, leaveOut, { type: "rule", values: ["color-contrast"] });

/** By how many pixels the page is wider than its window. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

/** Lists of which a part is to be seen only by pushing them aside. */
export const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    `[...document.querySelectorAll(".scroll")]
      .filter((list) => list.scrollWidth > list.clientWidth)
      .map((list) => list.getAttribute("aria-label"))`,
  );
