// long: one visitor's way through one running host, told in the order of their steps.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { barriers, sideways, tooWide, unreadable } from "./accessibility.ts";
import { type Visit, visit } from "./visitor.ts";

let here: Visit;
let page: Page;

beforeAll(async () => {
  here = await visit(["--faults", "calm"]);
  page = here.page;
});

afterAll(async () => {
  await here.end();
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const link = (name: string | RegExp) => page.getByRole("link", { name });
const text = (words: string | RegExp) => page.getByText(words).first();
const shown = (words: string | RegExp) => text(words).waitFor();
const query = () => new URL(page.url()).searchParams;

describe("a first visit", () => {
  test("the one-time link signs the browser in, and nobody else after it", async () => {
    await shown("Simulated tenant — nothing leaves this machine");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await shown("Admin");
    const stranger = await here.browser.newContext();
    const other = await stranger.newPage();
    await other.goto(here.local.link);
    await other.getByText("This link was used already").waitFor();
    await other.goto(here.origin);
    await other.getByText("You are not signed in").waitFor();
    await other.getByText("one-time link").waitFor();
    await stranger.close();
  });

  test("a fault is switched on in the tenant, which says what strikes wait", async () => {
    await here.go("/tenant?tab=faults");
    await button(/Switch on.*Refuse new accounts/).click();
    await shown(/error-before 403 on the next 60 calls/);
  });

  test("one click starts the guided batch, and what runs shows without a reload", async () => {
    await here.go("/");
    await button("Start the guided batch").click();
    await link(/company-move #1/).waitFor();
    await shown("The guided move");
    await page.locator(".chip.on").getByText("Live").waitFor();
  });

  test("its page has a lane for each phase, attempts as bars, the present as a line", async () => {
    await here.go("/batches/1");
    await page.locator(".lane-name", { hasText: "pre-stage" }).waitFor();
    await page.locator(".gantt .attempt").first().waitFor();
    expect(await page.locator(".gantt .now").count()).toBe(1);
    await page.locator(".gantt-chart").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".bar-detail").waitFor();
    expect(query().get("bar")).not.toBeNull();
    await page.getByText("The same as a table").click();
    await page.getByRole("group", { name: "Timeline as a table" }).waitFor();
  });
});

describe("a batch that broke", () => {
  test("the overview says how many failed, and both it and the guide lead to why", async () => {
    await here.go("/");
    const why = link(/\d+ failed: read why/).first();
    await why.waitFor();
    const href = await why.getAttribute("href");
    expect(href).toMatch(/^\/batches\/\d+\?tab=failures$/);
    const guide = page.getByRole("link", { name: "Read why", exact: true });
    expect(await guide.getAttribute("href")).toMatch(/^\/batches\/\d+\?tab=failures$/);
  });

  test("failures alike stand together, one click from their words", async () => {
    await here.go("/batches/1?tab=failures");
    await page.locator("details.error > summary").first().click();
    await page.locator("details.error pre.text").first().waitFor();
    const words = await page.locator("details.error pre.text").first().textContent();
    expect(words).toContain("Something went wrong");
    // A browser tells of an opened part a moment after it shows it.
    await page.waitForURL(({ searchParams }) => searchParams.has("group"));
  });

  test("a member's page says where it stands and shows each step with what went in", async () => {
    await here.go("/batches/1?tab=members&status=failed");
    await page.locator("tr[data-row] a").first().click();
    await page.getByRole("heading", { name: "Steps", exact: true }).waitFor();
    await page.locator("li[data-row] summary").first().click();
    await page.getByText("Went in").first().waitFor();
  });

  test("retrying says what follows and how the CLI says it; then nobody is failed", async () => {
    await here.go("/tenant?tab=faults");
    if ((await button("Lift all").count()) > 0) await button("Lift all").click();
    await here.go("/batches/1");
    await button("Retry failed").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Steps that succeeded are not repeated").waitFor();
    await dialog.getByText("drover batch retry 1").waitFor();
    await dialog.getByRole("button", { name: "Retry failed" }).click();
    await shown("Retry failed: done.");
    await shown(/active members?, 0 failed/);
  });

  test("the worst order wants its name typed; the batch says who cancelled it", async () => {
    await here.go("/batches/2");
    await button("Cancel batch").click();
    const dialog = page.getByRole("dialog");
    const order = dialog.getByRole("button", { name: "Cancel batch" });
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("cancel 2");
    await order.click();
    await shown("Cancelled");
    await shown(/by demo-admin/);
  });
});

describe("a runbook", () => {
  test("a mistake is shown at its line while one types, and cannot be published", async () => {
    await here.go("/runbooks/company-move?tab=edit");
    const sheet = page.getByRole("textbox", { name: "Runbook as YAML" });
    const before = await sheet.inputValue();
    await sheet.fill(before.replace("offset: T-5d", "offset: T-5 days"));
    await shown(/is not an offset/);
    const line = before.split("\n").findIndex((each) => each.includes("offset: T-5d")) + 1;
    await page.locator(".gutter .error", { hasText: String(line) }).waitFor();
    expect(await button("Publish…").isDisabled()).toBe(true);
    await sheet.fill(before.replace("offset: T-5d", "offset: T-6d"));
    await shown("It is valid");
  });

  test("the next version is published, and what changed is shown", async () => {
    await button("Publish…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await shown(/company-move version 2 is published/);
    await here.go("/runbooks/company-move?tab=versions");
    await page.locator(".diff-line.added", { hasText: "T-6d" }).waitFor();
    await page.locator(".diff-line.removed", { hasText: "T-5d" }).waitFor();
  });
});

describe("every page", () => {
  const PAGES = [
    "/",
    "/api/docs",
    "/batches",
    "/batches/1",
    "/batches/1?tab=failures",
    "/batches/1?tab=phases",
    "/batches/1?tab=steps",
    "/batches/1?tab=events",
    "/batches/1/members/1",
    "/runbooks",
    "/runbooks/company-move",
    "/runbooks/company-move?tab=versions",
    "/runbooks/company-move?tab=edit",
    "/runbooks/company-move?tab=batch",
    "/incidents",
    "/search?q=a",
    "/workers",
    "/tenant",
    "/tenant?tab=calls",
    "/tenant?tab=faults",
    "/nowhere",
  ];

  test("is free of barriers, and can be read in both themes", async () => {
    const found: string[] = [];
    for (const path of PAGES) {
      await here.go(path);
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      await page.emulateMedia({ colorScheme: "light" });
      // The timeline is the same in every tab of its batch.
      const leaveOut = path.startsWith("/batches/1?") ? [".gantt"] : [];
      for (const barrier of await barriers(page, leaveOut)) found.push(`${path} ${barrier}`);
      await page.emulateMedia({ colorScheme: "dark" });
      for (const pale of await unreadable(page, leaveOut)) found.push(`dark ${path} ${pale}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    expect(found).toEqual([]);
  });

  test("fits a telephone", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const wide: string[] = [];
    for (const path of PAGES) {
      await here.go(path);
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      if ((await tooWide(page)) > 0) wide.push(path);
      for (const list of await sideways(page)) wide.push(`${path}: ${list}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(wide).toEqual([]);
  });

  test("is the same after a reload: tab, filter, zoom and theme are kept", async () => {
    await here.go("/batches/1");
    await link("Steps").click();
    await page.getByLabel("Phase").selectOption("pre-stage");
    await button("Zoom in").click();
    await button(/As the system/).click();
    const address = page.url();
    expect(address).toMatch(/tab=steps.*phase=pre-stage.*from=\d+&to=\d+/);
    await page.reload();
    await page.getByLabel("Phase").waitFor();
    expect(page.url()).toBe(address);
    expect(await page.getByLabel("Phase").inputValue()).toBe("pre-stage");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
    await button(/Theme.*Light/).click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });
});

describe("without a mouse", () => {
  test("keys search, explain, walk through rows and open them", async () => {
    await here.go("/");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await page.getByRole("heading", { name: "Batches" }).waitFor();
    await page.locator("tr[data-row]").nth(1).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const first = await page.locator("tr[data-row] a").first().getAttribute("href");
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "company-move" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(first);
    await page.keyboard.press("/");
    await page.keyboard.type("zz-nobody");
    await page.keyboard.press("Enter");
    await shown("Nothing fits");
    expect(query().get("q")).toBe("zz-nobody");
  });

  test("live updates are paused by a key and the page says so", async () => {
    await here.go("/batches/1?tab=events");
    await page.locator(".event").first().waitFor();
    await page.keyboard.press("p");
    await button(/^Paused/).waitFor();
    await page.keyboard.press("p");
    await button(/^Live/).waitFor();
  });
});

describe("a role", () => {
  test("a Reader sees the orders and why they are not theirs to give", async () => {
    const made = await page.evaluate<{ url: string }>(
      `fetch("/local/sign-in-links", { method: "POST", body: JSON.stringify({ role: "Reader" }) })
        .then((answer) => answer.json())`,
    );
    const context = await here.browser.newContext();
    const reader = await context.newPage();
    await reader.goto(made.url);
    await reader.goto(`${here.origin}/batches/1`);
    const pause = reader.getByRole("button", { name: /^Pause.*Needs the role Admin or Operator/ });
    expect(await pause.getAttribute("aria-disabled")).toBe("true");
    const refused = await reader.evaluate<number>(
      `fetch("/local/speed", { method: "PUT", body: "{}" }).then((answer) => answer.status)`,
    );
    expect(refused).toBe(403);
    await context.close();
  });

  test("nothing was kept out by the policy and no script failed on the whole visit", () => {
    expect(here.complaints).toEqual([]);
  });
});
