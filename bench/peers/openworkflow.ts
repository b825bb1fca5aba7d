/** OpenWorkflow on SQLite or Postgres: a workflow per member, a durable step for each step. */
import { join } from "node:path";
import type { Marks } from "./marks.ts";
import type { Peer, PeerParts } from "./peer.ts";
import { chunks, until } from "./portions.ts";

type Counts = { readonly pending: number; readonly running: number };
type Backend = { readonly countWorkflowRuns: () => Promise<Counts> };
type Step = {
  readonly run: (options: object, body: () => Promise<unknown>) => Promise<unknown>;
};
type Call = { readonly input: { readonly member: number }; readonly step: Step };
type Workflow = { readonly run: (input: { readonly member: number }) => Promise<unknown> };
type Open = {
  readonly defineWorkflow: (options: object, body: (call: Call) => Promise<unknown>) => Workflow;
  readonly newWorker: (options: object) => { readonly start: () => Promise<void> };
};
type Package = { readonly OpenWorkflow: new (options: { readonly backend: Backend }) => Open };
type OnPostgres = {
  readonly BackendPostgres: {
    readonly connect: (url: string, options: object) => Promise<Backend>;
  };
};
type OnSqlite = { readonly BackendSqlite: { readonly connect: (path: string) => Backend } };

const CONCURRENCY = 50;

async function onPostgres({ load, serverUrl }: PeerParts): Promise<Backend> {
  const { BackendPostgres } = (await load("openworkflow/postgres")) as OnPostgres;
  return BackendPostgres.connect(serverUrl, { namespaceId: "peers" });
}

async function onSqlite({ load, folder }: PeerParts): Promise<Backend> {
  const { BackendSqlite } = (await load("openworkflow/sqlite")) as OnSqlite;
  return BackendSqlite.connect(join(folder, "openworkflow.db"));
}

const openWorkflow = (
  on: string,
  server: Peer["server"],
  connect: (parts: PeerParts) => Promise<Backend>,
): Peer => ({
  name: `OpenWorkflow (${on})`,
  about: "50 workflows at a time",
  server,
  open: async (parts) => {
    const backend = await connect(parts);
    const { OpenWorkflow } = (await parts.load("openworkflow")) as Package;
    const open = new OpenWorkflow({ backend });
    let current: Marks | null = null;
    const workflow = open.defineWorkflow({ name: "member" }, async ({ input, step }) => {
      const marks = current;
      if (marks === null) return;
      for (let index = 0; index < marks.steps; index += 1) {
        await step.run({ name: `s${index}` }, async () => marks.step(input.member, index));
      }
      marks.memberDone();
    });
    await open.newWorker({ concurrency: CONCURRENCY }).start();
    return {
      round: async (marks) => {
        current = marks;
        marks.start();
        for (const members of chunks(marks.members, 50)) {
          await Promise.all(members.map((member) => workflow.run({ member })));
        }
        await marks.allDone;
        await until(async () => {
          const { pending, running } = await backend.countWorkflowRuns();
          return pending + running === 0;
        }, 5);
      },
    };
  },
});

export const openWorkflowOnPostgres = openWorkflow("Postgres", "postgres", onPostgres);
export const openWorkflowOnSqlite = openWorkflow("SQLite", null, onSqlite);
