/** Somebody who looks at a running Drover through a browser, and what went wrong meanwhile. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Local, startLocal, stop } from "../local/local-process.ts";
import { openBrowser } from "./browser.ts";

export type Visit = {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly local: Local;
  readonly origin: string;
  /** What the browser complained of: scripts that failed, and what the policy kept out. */
  readonly complaints: readonly string[];
  readonly go: (path: string) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** A refusal that a page shows is no complaint. */
const EXPECTED = /the server responded with a status of 4\d\d/;

/** Machines that run tests are busy; only what hangs takes this long. */
const PATIENCE_MS = 60_000;
const VIEW = { width: 1280, height: 900 };

/** `prepare`: what lies in the data folder before anybody starts. */
export async function visit(
  args: readonly string[],
  prepare: (data: string) => Promise<void> = async () => {},
): Promise<Visit> {
  const data = mkdtempSync(join(tmpdir(), "drover-visit-"));
  await prepare(data);
  const local = await startLocal(["--data", data, "--port", "0", ...args]);
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: VIEW, colorScheme: "light" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isBad = message.type() === "error" && !EXPECTED.test(message.text());
    if (isBad) complaints.push(message.text());
  });
  page.setDefaultTimeout(PATIENCE_MS);
  const { origin } = new URL(local.address);
  await page.goto(local.link);
  return {
    browser,
    context,
    page,
    local,
    origin,
    complaints,
    go: async (path) => {
      await page.goto(`${origin}${path}`);
      await page.locator("main h1").waitFor({ state: "attached" });
    },
    end: async () => {
      await browser.close();
      await stop(local, "SIGKILL");
      rmSync(data, { recursive: true, force: true });
    },
  };
}
