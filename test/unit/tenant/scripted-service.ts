/** A service on loopback that answers what a test has written down, and remembers what it was
 *  asked; and a tenant of ours that talks to it over real HTTP, by a clock that hurries while
 *  nothing is under way. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
};

export type Scripted =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks after the request was read. */
  | "break";

export type Script = (asked: Asked, count: number) => Scripted;

export type ScriptedService = {
  readonly address: string;
  readonly asked: readonly Asked[];
  readonly close: () => Promise<void>;
};

export async function scriptedService(script: Script): Promise<ScriptedService> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one = { ...(await read(request)), headers: request.headers };
    asked.push(one);
    answer(response, script(one, asked.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Omit<Asked, "headers">> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  const { method = "", url: path = "" } = request;
  const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
  return { method, path, body: isJson ? JSON.parse(text) : text === "" ? null : text };
}

function answer(response: ServerResponse, scripted: Scripted): void {
  if (scripted === "break") {
    response.destroy();
    return;
  }
  const { status, json, text, headers } = scripted;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text ?? (json === undefined ? undefined : JSON.stringify(json)));
}
