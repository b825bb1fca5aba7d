import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { until } from "../local/database.ts";
import { type Local, startLocal, stop } from "../local/local-process.ts";
import { BIN, drover as start } from "./drover.ts";

const RUNBOOK = `name: hello
data_source: {type: csv, primary_key: Person, batch_time: immediate, columns: [Person]}
phases:
  - name: greet
    offset: T-0
    steps:
      - {name: wave, worker_id: worker-01, function: Invoke-NoOp, params: {}}
`;

type Seen = { readonly seq: number; readonly type: string; readonly batchId: number | null };
type Follower = { readonly process: ChildProcess; seen(): readonly Seen[]; told(): string };

let folder: string;
let local: Local;
const followers: Follower[] = [];

const drover = (...words: readonly string[]) => start(words, { cwd: folder });

function follower(...words: readonly string[]): Follower {
  const child = spawn(process.execPath, [BIN, ...words, "--follow", "-o", "jsonl"], {
    cwd: folder,
    env: {},
    stdio: "pipe",
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] += chunk;
    });
  }
  const seen = (): readonly Seen[] =>
    text.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Seen);
  const made = { process: child, seen, told: () => text.stderr };
  followers.push(made);
  return made;
}

const follows = (one: Follower) => until("it follows", () => one.told().includes("Following"));
const startAgain = (address: string): Promise<Local> =>
  startLocal(["--data", join(folder, ".drover"), "--port", new URL(address).port || "0"]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drover-follow-"));
  writeFileSync(join(folder, "hello.yaml"), RUNBOOK);
  writeFileSync(join(folder, "people.csv"), "Person\nada\nbob\n");
  local = await startAgain("http://127.0.0.1:0");
  drover("runbook", "publish", "hello.yaml");
  drover("batch", "create", "hello", "--members", "people.csv");
});
afterAll(async () => {
  for (const { process: child } of followers) child.kill("SIGKILL");
  await stop(local, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe("following a Drover that is killed and started again", () => {
  test("nothing is lost and nothing comes twice, before the first event and after it", async () => {
    const log = follower("logs", "1");
    const everything = follower("events");
    await follows(log);
    await follows(everything);
    const kill = async (): Promise<void> => {
      await stop(local, "SIGKILL");
      local = await startAgain(local.address);
    };
    // Neither has seen an event of the stream yet: both must know where they began.
    await kill();
    drover("batch", "pause", "1");
    await kill();
    drover("batch", "resume", "1");
    const isThere = ({ seen }: Follower): boolean =>
      seen().some(({ type }) => type === "batch.resumed");
    await until("both have seen the last event", () => isThere(log) && isThere(everything));
    const all = drover("logs", "1", "-o", "jsonl", "--limit", "1000").stdout.trim().split("\n");
    const seqs = all.map((line) => (JSON.parse(line) as Seen).seq);
    expect(log.seen().map(({ seq }) => seq)).toEqual(seqs);
    const ofBatch = everything.seen().filter(({ batchId }) => batchId === 1);
    expect(ofBatch.map(({ type }) => type)).toEqual(["batch.paused", "batch.resumed"]);
    expect(log.told()).toContain("taken up again");
  }, 300_000);

  test("Ctrl-C ends it with the code that shells expect", async () => {
    const one = follower("logs", "1");
    await follows(one);
    const ended = new Promise((resolve) => one.process.on("close", resolve));
    one.process.kill("SIGINT");
    expect(await ended).toBe(130);
  }, 60_000);
});
