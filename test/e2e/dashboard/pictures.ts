/** `npm run pictures`: starts Drover, plays the guided move, and writes a picture of each page to
 *  `docs/images/`. The pages are those a visitor sees; nothing is staged. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { visit } from "./visitor.ts";

const IMAGES = fileURLToPath(new URL("../../../docs/images/", import.meta.url));

type Picture = {
  readonly name: string;
  readonly path: string;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  /** Where to look before the picture is taken. */
  readonly ready: string;
};

/** While everybody of the first wave has failed. */
const BROKEN: readonly Picture[] = [
  { name: "failures", path: "/batches/1?tab=failures", ready: "details.error" },
  { name: "member", path: "/batches/1/members/1", ready: ".step-line" },
  { name: "search", path: "/search?status=failed", ready: "tr[data-row]" },
  { name: "faults", path: "/tenant?tab=faults", ready: ".profile" },
];

/** After they were retried and their mail was prepared. */
const MENDED: readonly Picture[] = [
  { name: "overview", path: "/", ready: ".figure" },
  { name: "batch", path: "/batches/1", ready: ".gantt .attempt" },
  { name: "batch-dark", path: "/batches/1", theme: "dark", ready: ".gantt .attempt" },
  { name: "batch-narrow", path: "/batches/1", width: 360, ready: ".gantt .attempt" },
  { name: "events", path: "/batches/1?tab=events", ready: ".event" },
  { name: "batches", path: "/batches", ready: "tr[data-row]" },
  { name: "runbooks", path: "/runbooks", ready: "article" },
  { name: "runbook", path: "/runbooks/company-move", ready: ".outline-step" },
  { name: "runbook-edit", path: "/runbooks/company-move?tab=edit", ready: ".gutter" },
  { name: "incidents", path: "/incidents", ready: "h1" },
  { name: "workers", path: "/workers", ready: "tr[data-row]" },
  { name: "tenant", path: "/tenant", ready: ".figure" },
];

const HEIGHT = 1_000;
const SETTLE_MS = 1_500;
/** Days of a hurried time pass meanwhile. */
const PATIENCE_MS = 240_000;

async function take(page: Page, origin: string, picture: Picture): Promise<void> {
  const { name, path, theme = "light", width = 1280, ready } = picture;
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: HEIGHT });
  await page.goto(`${origin}${path}`);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: `${IMAGES}${name}.png`, fullPage: true });
  process.stdout.write(`wrote docs/images/${name}.png\n`);
}

async function breakIt(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/tenant?tab=faults`);
  await page.getByRole("button", { name: /Switch on.*Refuse new accounts/ }).click();
  await page.goto(`${origin}/`);
  await page.getByRole("button", { name: "Start the guided batch" }).click();
  await page.getByRole("link", { name: /company-move #1/ }).waitFor();
  await page.goto(`${origin}/batches/1?tab=failures`);
  await page.locator("details.error").first().waitFor();
}

async function mendIt(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/tenant?tab=faults`);
  const lift = page.getByRole("button", { name: "Lift all" });
  if ((await lift.count()) > 0) await lift.click();
  await page.goto(`${origin}/batches/1?tab=phases`);
  await page.getByRole("button", { name: "Retry failed" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Retry failed" }).click();
  await page.locator("tr[data-row]", { hasText: "mail" }).getByText("Completed").waitFor();
}

const here = await visit(["--faults", "usual"]);
try {
  const { page, origin } = here;
  page.setDefaultTimeout(PATIENCE_MS);
  await breakIt(page, origin);
  for (const picture of BROKEN) await take(page, origin, picture);
  await mendIt(page, origin);
  for (const picture of MENDED) await take(page, origin, picture);
} finally {
  await here.end();
}
