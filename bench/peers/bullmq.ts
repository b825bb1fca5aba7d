/** BullMQ on Redis that syncs every write: one job per step, each adds the next. */
import type { Marks } from "./marks.ts";
import type { Peer } from "./peer.ts";
import { chunks, pauseMs } from "./portions.ts";

type Data = { readonly member: number; readonly index: number };
type Job = { readonly data: Data };
type Queue = {
  readonly obliterate: (options: object) => Promise<unknown>;
  readonly add: (name: string, data: Data) => Promise<unknown>;
  readonly addBulk: (
    jobs: readonly { readonly name: string; readonly data: Data }[],
  ) => Promise<unknown>;
};
type Worker = {
  readonly on: ((event: "completed", listener: (job: Job) => void) => void) &
    ((event: "error", listener: (error: unknown) => void) => void);
  readonly waitUntilReady: () => Promise<unknown>;
};
type Package = {
  readonly Queue: new (name: string, options: object) => Queue;
  readonly Worker: new (
    name: string,
    handler: (job: Job) => Promise<unknown>,
    options: object,
  ) => Worker;
};

const CONCURRENCY = 300;

export const bullmq: Peer = {
  name: "BullMQ",
  about: "chain, appendfsync always",
  server: "redis",
  open: async (parts) => {
    const { Queue, Worker } = (await parts.load("bullmq")) as Package;
    const { hostname, port } = new URL(parts.serverUrl);
    const connection = { host: hostname, port: Number(port), maxRetriesPerRequest: null };
    const queue = new Queue("steps", {
      connection,
      defaultJobOptions: { removeOnComplete: false },
    });
    let current: Marks | null = null;
    const handle = async ({ data: { member, index } }: Job): Promise<unknown> => {
      if (current === null) return null;
      const result = current.step(member, index);
      if (index + 1 < current.steps) await queue.add("step", { member, index: index + 1 });
      return result;
    };
    const worker = new Worker("steps", handle, { connection, concurrency: CONCURRENCY });
    worker.on("completed", ({ data }) => {
      if (current !== null && data.index + 1 === current.steps) current.memberDone();
    });
    worker.on("error", (error: unknown) => process.stderr.write(`${error}\n`));
    await worker.waitUntilReady();
    return {
      round: async (marks) => {
        await queue.obliterate({ force: true });
        await pauseMs(100);
        current = marks;
        marks.start();
        for (const members of chunks(marks.members, 500)) {
          await queue.addBulk(
            members.map((member) => ({ name: "step", data: { member, index: 0 } })),
          );
        }
        await marks.allDone;
      },
    };
  },
};
