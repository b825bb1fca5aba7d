/** Restate: a batch handler calls a durable handler per member, which runs each step durably. */
import type { Marks } from "./marks.ts";
import type { Peer } from "./peer.ts";
import { range } from "./portions.ts";
import { RESTATE_ADMIN_URL, RESTATE_SERVICE_PORT } from "./restate-server.ts";

type Context = {
  readonly run: (name: string, body: () => unknown) => Promise<unknown>;
  readonly serviceClient: (service: Service) => {
    readonly go: (input: unknown) => Promise<unknown>;
  };
};
type Service = { readonly name: string };
type Handlers = Readonly<Record<string, (context: Context, input: never) => Promise<unknown>>>;
type Sdk = {
  readonly service: (definition: { readonly name: string; readonly handlers: Handlers }) => Service;
  readonly serve: (options: object) => Promise<unknown>;
  readonly RestatePromise: {
    readonly all: (calls: readonly Promise<unknown>[]) => Promise<readonly unknown[]>;
  };
};
type Clients = {
  readonly connect: (options: object) => Pick<Context, "serviceClient">;
};

export const restate: Peer = {
  name: "Restate",
  about: "ctx.run per step, 4 partitions",
  server: "restate",
  open: async ({ load, serverUrl }) => {
    const sdk = (await load("@restatedev/restate-sdk")) as Sdk;
    const clients = (await load("@restatedev/restate-sdk-clients")) as Clients;
    let current: Marks | null = null;
    const member = sdk.service({
      name: "member",
      handlers: {
        go: async (context, number: number) => {
          const marks = current;
          if (marks === null) return number;
          for (let index = 0; index < marks.steps; index += 1) {
            await context.run(`s${index}`, () => marks.step(number, index));
          }
          return number;
        },
      },
    });
    const batch = sdk.service({
      name: "batch",
      handlers: {
        go: async (context, members: number) => {
          const calls = range(0, members).map((each) => context.serviceClient(member).go(each));
          return (await sdk.RestatePromise.all(calls)).length;
        },
      },
    });
    const logger = () => undefined;
    await sdk.serve({ services: [member, batch], port: RESTATE_SERVICE_PORT, logger });
    await register();
    const client = clients.connect({ url: serverUrl });
    return {
      round: async (marks) => {
        current = marks;
        marks.start();
        const done = await client.serviceClient(batch).go(marks.members);
        if (done !== marks.members) throw new Error(`${done} of ${marks.members} members ended`);
      },
    };
  },
};

async function register(): Promise<void> {
  const answer = await fetch(`${RESTATE_ADMIN_URL}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri: `http://127.0.0.1:${RESTATE_SERVICE_PORT}`, force: true }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
