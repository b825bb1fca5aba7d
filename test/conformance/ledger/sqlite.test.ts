import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openSqliteLedger,
  type SqliteLedger,
} from "../../../runtime/ledger/sqlite/sqlite-ledger.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type { World } from "./ledger-case.ts";
import { ledgerSuite } from "./ledger-suite.ts";

const MODULE = new URL("../../../runtime/ledger/sqlite/sqlite-ledger.ts", import.meta.url).href;

/** Says so when its calls were answered, then waits to be killed. */
const CHILD = `
  const { openSqliteLedger } = await import(${JSON.stringify(MODULE)});
  const { path, began, finished } = JSON.parse(process.argv[1]);
  const ledger = openSqliteLedger(path, () => new Date());
  const answers = [await ledger.begin(began), await ledger.finish(finished)];
  process.stdout.write(answers.every(({ ok }) => ok) ? "answered" : JSON.stringify(answers));
  setInterval(() => {}, 1_000);
`;

const inKilledProcess =
  (path: string): World["inKilledProcess"] =>
  async (began, finished) => {
    const given = JSON.stringify({ path, began, finished });
    const child = spawn(process.execPath, ["--input-type=module", "-e", CHILD, given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    if (String(said) !== "answered") throw new Error(String(said));
  };

ledgerSuite({
  name: "in a SQLite file",
  open: () => {
    const folder = mkdtempSync(join(tmpdir(), "drover-ledger-"));
    const path = join(folder, "ledger.db");
    const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
    const opened: SqliteLedger[] = [];
    const another = () => {
      const ledger = openSqliteLedger(path, clock.now);
      opened.push(ledger);
      return ledger;
    };
    const ledger = another();
    const close = () => {
      for (const each of opened) each.close();
      rmSync(folder, { recursive: true });
    };
    const killed = inKilledProcess(path);
    const world = { ledger, another, inKilledProcess: killed, ...clockOf(clock) };
    return { world, close };
  },
  lacks: {},
});

const clockOf = ({
  now,
  advance,
}: ReturnType<typeof manualClock>): Pick<World, "now" | "pass"> => ({
  now,
  pass: advance,
});
