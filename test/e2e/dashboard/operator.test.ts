// long: what an operator does in one running host, told in the order of their steps.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../local/database.ts";
import { barriers, unreadable } from "./accessibility.ts";
import { leaveTornMessages } from "./dead-letters.ts";
import { type Visit, visit } from "./visitor.ts";

const TORN = 3;

let here: Visit;
let page: Page;

beforeAll(async () => {
  here = await visit(["--faults", "calm"], leaveTornMessages(TORN));
  page = here.page;
}, 180_000);

afterAll(async () => {
  await here.end();
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");
const shown = (words: string | RegExp) => page.getByText(words).first().waitFor();
const incidents = () => page.locator("li[data-row]");

/** Until so many incidents are on the page; they come and go as the engine looks. */
const untilIncidents = (count: number): Promise<void> =>
  until(`${count} incidents are shown`, async () => (await incidents().count()) === count);

describe("dead letters", () => {
  test("each message that was given up is an incident, and the overview says so", async () => {
    await here.go("/incidents");
    await untilIncidents(TORN);
    await here.go("/");
    await page.locator(".figure", { hasText: "open incidents" }).getByText("3").waitFor();
  });

  test("one is one click from what it said, in both themes without a barrier", async () => {
    await here.go("/incidents");
    await untilIncidents(TORN);
    await incidents().first().getByText("The message").click();
    await incidents().first().locator("pre", { hasText: '"torn"' }).waitFor();
    expect(new URL(page.url()).searchParams.get("incident")).not.toBeNull();
    expect(await barriers(page, [])).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await unreadable(page, [])).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("letting one go wants its name typed; then it is gone, and the log says who", async () => {
    await incidents().first().getByRole("button", { name: "Discard" }).click();
    await dialog().getByText("let go for good").waitFor();
    const order = dialog().getByRole("button", { name: "Discard" });
    expect(await order.isDisabled()).toBe(true);
    const typed = await dialog()
      .locator("b", { hasText: /^discard \d+$/ })
      .textContent();
    await dialog()
      .getByRole("textbox")
      .fill(typed ?? "");
    await order.click();
    await untilIncidents(TORN - 1);
    const log = await page.evaluate<{ items: readonly { type: string; actor: string }[] }>(
      `fetch("/api/events?type=incident").then((answer) => answer.json())`,
    );
    expect(log.items).toContainEqual(
      expect.objectContaining({ type: "incident.discarded", actor: "demo-admin@drover.local" }),
    );
  });

  test("a message sent again that still cannot be read is given up anew", async () => {
    await incidents().first().getByRole("button", { name: "Redrive" }).click();
    await dialog().getByText("put back in its queue").waitFor();
    await dialog().getByRole("button", { name: "Redrive" }).click();
    await shown("Redrive: done.");
    const opened = async (): Promise<number> => {
      const log = await page.evaluate<{ items: readonly unknown[] }>(
        `fetch("/api/events?type=incident.opened").then((answer) => answer.json())`,
      );
      return log.items.length;
    };
    await until("it is given up anew", async () => (await opened()) === TORN + 1);
  });

  test("all at once are let go, and the page says that none is left", async () => {
    await here.go("/incidents");
    await untilIncidents(TORN - 1);
    await button("Discard all").click();
    await dialog().getByRole("textbox").fill("discard");
    await dialog().getByRole("button", { name: "Discard all" }).click();
    await shown("No message was given up");
  });
});

const RUNBOOK = `name: greetings
data_source: {type: csv, primary_key: Person, batch_time: immediate, columns: [Person, Team]}
phases:
  - name: greet
    offset: T-0
    steps:
      - {name: wave, worker_id: worker-01, function: Invoke-NoOp, params: {}}
  - name: part
    offset: T-0
    steps:
      - {name: bow, worker_id: worker-01, function: Invoke-NoOp, params: {}}
`;

async function published(): Promise<void> {
  const status = await page.evaluate<number>(
    `fetch("/api/runbooks", { method: "POST", headers: { "content-type": "application/json" },
      body: ${JSON.stringify(JSON.stringify({ name: "greetings", yaml_content: RUNBOOK }))} })
      .then((answer) => answer.status)`,
  );
  expect(status).toBe(201);
}

describe("a batch by hand", () => {
  test("a table with a bad line is refused by its number, and nothing is made", async () => {
    await published();
    await here.go("/runbooks/greetings?tab=batch");
    const table = "Person,Team\nada,blue\nbob,red,too many\ncyd,red\n";
    await page
      .getByLabel("A CSV file")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
    await button("Create the batch").click();
    await page.getByRole("alert").getByText("Line 3").waitFor();
    await here.go("/batches");
    await shown(/No batch|Nothing/);
  });

  test("the mended table makes one batch, with a key pressed twice and no mouse", async () => {
    await here.go("/runbooks/greetings?tab=batch");
    await page.getByLabel("or the table itself").focus();
    await page.keyboard.type("Person,Team\nada,blue\nbob,red\n");
    for (let stops = 0; stops < 9; stops += 1) {
      await page.keyboard.press("Tab");
      const word = await page.evaluate<string>("document.activeElement.textContent.trim()");
      if (word === "Create the batch") break;
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "greetings" }).waitFor();
    await shown("It is manual: it waits to be advanced.");
    const made =
      "fetch('/api/batches').then((each) => each.json()).then((all) => all.items.length)";
    expect(await page.evaluate<number>(made)).toBe(1);
  });

  test("until then the overview lists it apart from what runs", async () => {
    await here.go("/");
    await page.getByRole("heading", { name: "Not begun: 1" }).waitFor();
    await page.locator(".figure", { hasText: "batches running" }).getByText("0").waitFor();
  });

  test("the page of all batches makes one too: runbook, table, preview, order", async () => {
    await here.go("/batches");
    await page.getByRole("link", { name: "New batch" }).click();
    await page.getByLabel("Runbook").selectOption("greetings");
    expect(new URL(page.url()).searchParams.get("new")).toBe("greetings");
    const table = page.getByLabel("or the table itself");
    await table.fill("Person,Team\nada,blue\neve,red\n");
    await button("Preview").click();
    await shown("A batch of 1 member");
    await shown(/ada was left out: The member is in batch 1/);
    await page.getByRole("group", { name: "First members" }).getByText("eve").waitFor();
    expect(await barriers(page, [])).toEqual([]);
    await table.fill("Person,Team\nada,blue\n");
    await button("Create the batch").click();
    await page.getByRole("alert").getByText("The member is in batch 1").waitFor();
    const made = "fetch('/api/batches').then((each) => each.json()).then((all) => all.total)";
    expect(await page.evaluate<number>(made)).toBe(1);
    await here.go("/batches/1");
  });

  test("from there it is advanced and paused by keys alone", async () => {
    const give = async (word: string): Promise<void> => {
      await page.getByRole("button", { name: word, exact: true }).first().focus();
      await page.keyboard.press("Enter");
      await dialog().waitFor();
      const isWithin = await page.evaluate<boolean>(
        "document.querySelector('dialog').contains(document.activeElement)",
      );
      expect(isWithin).toBe(true);
      await dialog().getByRole("button", { name: word }).focus();
      await page.keyboard.press("Enter");
      await dialog().waitFor({ state: "detached" });
    };
    await give("Start next phase");
    await page.locator(".gantt .attempt").first().waitFor();
    await give("Pause");
    await button("Resume").first().waitFor();
  });
});

describe("the log of a batch", () => {
  test("while it is paused new events wait behind a chip that says how many", async () => {
    await here.go("/batches/1?tab=events");
    await page.locator(".event").first().waitFor();
    const count = () => page.locator(".event").count();
    await page.locator(".filters").getByRole("button", { name: "Pause" }).click();
    await button(/^Paused/).waitFor();
    const before = await count();
    const resumed = await page.evaluate<number>(
      `fetch("/api/batches/1/resume", { method: "POST" }).then((answer) => answer.status)`,
    );
    expect(resumed).toBe(200);
    const chip = button(/\d+ new events?/);
    await chip.waitFor();
    expect(await count()).toBe(before);
    await chip.click();
    await page.locator(".event", { hasText: "batch.resumed" }).waitFor();
    await button(/^Live/).waitFor();
  });

  test("no script failed and nothing was kept out on the whole visit", () => {
    expect(here.complaints).toEqual([]);
  });
});
