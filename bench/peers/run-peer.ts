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

export async function runPeer(run: PeerRun): Promise<readonly Times[]> {
  const found = PEERS.find(({ name }) => name === run.peer);
  if (found === undefined) throw new Error(`there is no peer ${run.peer}`);
  const { folder, serverUrl } = run;
  const { load } = await loaderIn(folder);
  const peer = await found.open({ load, serverUrl, folder });
  const times: Times[] = [];
  for (let round = 0; round < run.warmUps + run.rounds; round += 1) {
    const marks = marksOf(run);
    await peer.round(marks);
    if (round >= run.warmUps) times.push(marks.times());
    else marks.times();
  }
  return times;
}

/** A module in the folder sees the packages of the folder, whatever way they are exported. */
async function loaderIn(folder: string): Promise<Loader> {
  const file = join(folder, "load.js");
  writeFileSync(file, "export const load = (name) => import(name);\n");
  return (await import(pathToFileURL(file).href)) as Loader;
}
