/** Ours and the peers on the same work, on the same machine, one after the other, each in a
 *  process of its own with the same warm-up. What cannot run here is listed with its reason.
 *  Two ratios: of the rates, which is the aim and depends on who else uses the machine; and of
 *  what a step costs of the processor, servers included, which does not. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import type { Peer, ServerName } from "../peers/peer.ts";
import { NOT_MEASURED, PEERS, SERVERS } from "../peers/peers.ts";
import { treeCpuMicros } from "../peers/process-cpu.ts";
import { benchProcess, installPeers } from "./install-peers.ts";

const MEMBERS = 2_000;
const STEPS = 5;
const ROUNDS = 3;
const WARM_UPS = 1;
/** For one contender with all its rounds; only ends one that hangs. */
const LIMIT_MS = 900_000;
/** The aim: twice the fastest peer. */
const RATIO_MIN = 2;

const Times = z.object({
  stepsPerSec: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  cpuMicrosPerStep: z.number().nullable(),
});
type Times = z.output<typeof Times>;

export type Contender = { readonly name: string; readonly about: string } & (
  | (Times & { readonly ratio: number; readonly cpuRatio: number | null })
  | { readonly reason: string }
);

type Plan = {
  readonly members: number;
  readonly steps: number;
  readonly rounds: number;
  readonly warmUps: number;
};

export async function measureCompare(options: BenchOptions) {
  const plan = {
    members: options.members ?? MEMBERS,
    steps: options.steps ?? STEPS,
    rounds: options.rounds ?? ROUNDS,
    warmUps: options.warmUp ?? WARM_UPS,
  };
  const ours = await measureOurs(plan);
  const peers = await measurePeers(plan, options.fastest ? PEERS.slice(0, 1) : PEERS, ours);
  const left = options.fastest
    ? []
    : NOT_MEASURED.map(({ name, reason }) => ({ name, about: "", reason }));
  const all = [...peers, ...left];
  const ratios = all.flatMap((each) => ("ratio" in each ? [each.ratio] : []));
  const leastRatio = ratios.length === 0 ? null : Math.min(...ratios);
  const withinBudget = leastRatio !== null && leastRatio >= RATIO_MIN;
  const told = { ...plan, ours, peers: all, leastRatio, withinBudget };
  return { ...told, table: tableOf(plan, ours, all, withinBudget) };
}

async function measureOurs({ members, steps, rounds, warmUps }: Plan): Promise<Times> {
  const words = ["--members", members, "--steps", steps, "--rounds", rounds, "--warm-up", warmUps];
  const answered = await benchProcess(["engine", ...words.map(String), "--json"], LIMIT_MS);
  if (!answered.ok) throw new Error(`our own engine: ${answered.error}`);
  return Times.parse(answered.value);
}

async function measurePeers(
  plan: Plan,
  peers: readonly Peer[],
  ours: Times,
): Promise<readonly Contender[]> {
  const folder = mkdtempSync(join(tmpdir(), "drover-peers-"));
  // Servers that will not run as root run as somebody who must be let in.
  chmodSync(folder, 0o755);
  try {
    const installed = await installPeers(folder);
    const measured: Contender[] = [];
    for (const peer of peers) {
      const times = installed.ok ? await measurePeer(plan, peer, folder) : installed.error;
      const { name, about } = peer;
      if (typeof times === "string") measured.push({ name, about, reason: times });
      else measured.push({ name, about, ...times, ...ratiosOf(ours, times) });
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ratiosOf(ours: Times, theirs: Times) {
  const [own, other] = [ours.cpuMicrosPerStep, theirs.cpuMicrosPerStep];
  const cpuRatio = own === null || other === null ? null : hundredths(other / own);
  return { ratio: hundredths(ours.stepsPerSec / theirs.stepsPerSec), cpuRatio };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Its times, or why there are none. */
async function measurePeer(plan: Plan, peer: Peer, packages: string): Promise<Times | string> {
  const folder = mkdtempSync(join(packages, "data-"));
  chmodSync(folder, 0o755);
  const server = peer.server === null ? null : await startedFor(peer.server, packages, folder);
  if (typeof server === "string") return server;
  try {
    const run = { ...plan, peer: peer.name, folder: packages, serverUrl: server?.url ?? "" };
    const before = server === null ? 0 : treeCpuMicros(server.pid);
    const answered = await benchProcess(["peer", JSON.stringify(run)], LIMIT_MS);
    if (!answered.ok) return answered.error;
    const after = server === null ? 0 : treeCpuMicros(server.pid);
    const times = medianOf(z.array(Times).parse(answered.value));
    const steps = plan.members * plan.steps * (plan.rounds + plan.warmUps);
    const ofServer = before === null || after === null ? null : (after - before) / steps;
    return { ...times, cpuMicrosPerStep: sum(times.cpuMicrosPerStep, ofServer) };
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : hundredths(one + other);

async function startedFor(name: ServerName, packages: string, folder: string) {
  const started = await SERVERS[name](name === "restate" ? packages : folder);
  return started.ok ? started.value : started.error;
}

const medianOf = (rounds: readonly Times[]): Times => ({
  stepsPerSec: Math.round(median(rounds.map(({ stepsPerSec }) => stepsPerSec))),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  cpuMicrosPerStep: median(rounds.map(({ cpuMicrosPerStep }) => cpuMicrosPerStep ?? 0)),
});

function tableOf(
  { members, steps, rounds, warmUps }: Plan,
  ours: Times,
  peers: readonly Contender[],
  withinBudget: boolean,
): string {
  const row = (name: string, times: Times, ratio: string, cpuRatio: string) =>
    [
      name.padEnd(24),
      String(times.stepsPerSec).padStart(9),
      times.p50Ms.toFixed(1).padStart(10),
      times.p99Ms.toFixed(1).padStart(10),
      ratio.padStart(8),
      (times.cpuMicrosPerStep?.toFixed(0) ?? "?").padStart(12),
      cpuRatio.padStart(8),
    ].join(" ");
  const lines = peers.map((peer) =>
    "reason" in peer
      ? `${peer.name.padEnd(24)} not measured: ${peer.reason}`
      : row(peer.name, peer, `${peer.ratio.toFixed(2)}×`, `${peer.cpuRatio?.toFixed(2) ?? "?"}×`),
  );
  const columns = "steps/s     p50 ms     p99 ms    ratio  µs CPU/step    ratio";
  const heading = `${"engine".padEnd(24)}   ${columns}`;
  const verdict = withinBudget ? "at least" : "LESS THAN";
  return `${[
    heading,
    row("Drover", ours, "1", "1"),
    ...lines,
    `${members} members × ${steps} steps; median of ${rounds} rounds after ${warmUps} of warm-up`,
    `ours is ${verdict} ${RATIO_MIN} times the fastest peer`,
  ].join("\n")}\n`;
}
