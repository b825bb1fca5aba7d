import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { look, makeBatch } from "../../conformance/store/batch-of.ts";
import { rowsOf } from "../../conformance/store/core-on-store.ts";
import { temporaryStore } from "./temporary-store.ts";

const WRITER = fileURLToPath(new URL("./writing-process.ts", import.meta.url));
const KILLS = 3;

/** Kills the process somewhere behind its first commits; answers with the last one it told of. */
async function killed(path: string, batchId: number, commitsMin: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, path, String(batchId)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let told = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    told = Number(chunk.toString().trimEnd().split("\n").at(-1));
    if (told >= commitsMin) child.kill("SIGKILL");
  });
  await once(child, "exit");
  return told;
}

describe("a process that is killed while it commits", () => {
  test("R01, R03: loses nothing it told of and leaves no half of a unit behind", async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { store, path, remove } = await temporaryStore();
      const id = await makeBatch(store);
      const told = await killed(path, id, 5 + kill * 7);
      const again = await openSqliteStore<string>({
        path,
        now: () => new Date(),
        delivery: () => ({ kind: "outbox", owner: "host", claimMs: 0 }),
      });
      const { batch } = rowsOf(await look(again, id), id);
      const members = answerOf(await again.batches.members(id, 0, 100_000));
      const events = answerOf(await again.records.events(id, 0, 100_000));
      const messages = answerOf(await again.outbox.waiting());
      expect(batch.memberCount).toBeGreaterThanOrEqual(told);
      expect(told).toBeGreaterThan(0);
      expect(members).toHaveLength(batch.memberCount);
      expect(events).toHaveLength(batch.memberCount);
      expect(batch.eventSeq).toBe(batch.memberCount);
      expect(messages).toBe(batch.memberCount);
      await again.close();
      await remove();
    }
  });
});
