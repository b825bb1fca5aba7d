import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import type { Bus } from "../../../../runtime/bus/bus.ts";
import { brokerInFile } from "./broker-in-file.ts";
import { ENTITIES, JOBS } from "./durable-entities.ts";

const CHILD = fileURLToPath(new URL("./crash-child.ts", import.meta.url));
const LIVES = 4;
const LINES = 600;
/** Minutes: it ends when enough was said, however slow the machine. */
const LIMIT_MS = 10 * 60_000;

type Told = {
  readonly published: Set<string>;
  readonly asked: Set<string>;
  readonly completed: Set<string>;
};

/** Lives until it has said enough, then dies without a word. */
async function liveAndDie(path: string, life: number, told: Told): Promise<void> {
  const child = spawn(process.execPath, [CHILD, path, String(life)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, id = ""] = line.split(" ");
    if (word === "PUBLISHED") told.published.add(id);
    else if (word === "complete") told.asked.add(id);
    else if (word === "COMPLETED") told.completed.add(id);
    lines += 1;
    if (lines === LINES + 37 * life) child.kill("SIGKILL");
  }
  await exited;
}

async function allIds(bus: Bus, queue: "active" | "dead-letter"): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let from = 0; ; ) {
    const seen = await bus.peek({ ...JOBS, queue }, { from, max: 250 });
    if (!seen.ok) throw new Error(seen.error.kind);
    const last = seen.value.at(-1);
    if (last === undefined) return ids;
    ids.push(...seen.value.map(({ messageId }) => messageId));
    from = last.sequenceNumber + 1;
  }
}

test(
  "R03, R06: a process killed amid its work loses and doubles nothing that was kept",
  async () => {
    const path = join(mkdtempSync(join(tmpdir(), "drover-crash-")), "drover.db");
    const told: Told = { published: new Set(), asked: new Set(), completed: new Set() };
    for (let life = 0; life < LIVES; life += 1) await liveAndDie(path, life, told);
    const file = await brokerInFile({ entities: ENTITIES, path });
    const bus = file.broker.connect("reader");
    const there = [...(await allIds(bus, "active")), ...(await allIds(bus, "dead-letter"))];
    const journal = file.store.journal.read();
    await file.remove();
    const present = new Set(there);
    expect(present.size).toBe(there.length);
    const lost = [...told.published].filter((id) => !present.has(id) && !told.asked.has(id));
    expect(lost).toEqual([]);
    const undone = [...told.completed].filter((id) => present.has(id));
    expect(undone).toEqual([]);
    expect(told.completed.size).toBeGreaterThan(0);
    // Checkpoints were taken and cut off on the way: the journal is not all there ever was.
    expect(journal[0]?.id).toBeGreaterThan(1);
  },
  LIMIT_MS,
);
