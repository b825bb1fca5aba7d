/** One peer in this process, which has nothing else to do: rounds of warm-up, rounds that count.
 *  Its packages are imported from within the folder they were installed in. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { marksOf, type Times, type Work } from "./marks.ts";
import { PEERS } from "./peers.ts";

export type PeerRun = Work & {
  readonly peer: string;
  readonly folder: string;
  readonly serverUrl: string;
  readonly rounds: number;
  readonly warmUps: number;
};

type Loader = { readonly load: (name: string) => Promise<unknown> };

/** The processor's time is that of this process alone, without its server's. */
export type PeerTimes = Times & { readonly cpuMicrosPerStep: number };

export async function runPeer(run: PeerRun): Promise<readonly PeerTimes[]> {
  const found = PEERS.find(({ name }) => name === run.peer);
  if (found === undefined) throw new Error(`there is no peer ${run.peer}`);
  const { folder, serverUrl } = run;
  const { load } = await loaderIn(folder);
  const peer = await found.open({ load, serverUrl, folder });
  const times: PeerTimes[] = [];
  for (let round = 0; round < run.warmUps + run.rounds; round += 1) {
    const marks = marksOf(run);
    const before = process.cpuUsage();
    await peer.round(marks);
    const { user, system } = process.cpuUsage(before);
    const took = marks.times();
    if (round < run.warmUps) continue;
    times.push({ ...took, cpuMicrosPerStep: (user + system) / took.steps });
  }
  return times;
}

/** A module in the folder sees the packages of the folder, whatever way they are exported. */
async function loaderIn(folder: string): Promise<Loader> {
  const file = join(folder, "load.js");
  writeFileSync(file, "export const load = (name) => import(name);\n");
  return (await import(pathToFileURL(file).href)) as Loader;
}
