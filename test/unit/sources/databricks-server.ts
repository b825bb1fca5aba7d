/** A workspace as the SQL statements API documents it, on loopback: statements that take their
 *  time, chunks in answers or behind links, and storage beside it that serves the links. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export type Heard = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>> | null;
};

export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** No answer: the connection ends. */
  readonly isCut?: true;
};

export type Workspace = {
  readonly address: string;
  readonly heard: Heard[];
  readonly paths: () => readonly string[];
  readonly close: () => Promise<void>;
};

export async function workspace(answer: (heard: Heard, address: string) => Reply) {
  const heard: Heard[] = [];
  let address = "";
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, authorization: headers.authorization, body };
      heard.push(one);
      write(response, answer(one, address));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
  const result: Workspace = {
    address,
    heard,
    paths: () => heard.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return result;
}

async function bodyOf(request: IncomingMessage): Promise<Heard["body"]> {
  let text = "";
  for await (const part of request) text += String(part);
  return text === "" ? null : (JSON.parse(text) as Record<string, unknown>);
}

function write(
  response: ServerResponse,
  { status = 200, headers = {}, body = {}, isCut }: Reply,
): void {
  if (isCut === true) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export type Column = { readonly name: string; readonly type_name: string };
export type Chunks = readonly (readonly (readonly (string | null)[])[])[];

/** The manifest that fits some chunks, with what a test wants different. */
export const manifestOf = (columns: readonly Column[], chunks: Chunks, more: object = {}) => ({
  format: "JSON_ARRAY",
  schema: { column_count: columns.length, columns },
  total_chunk_count: chunks.length,
  total_row_count: chunks.flat().length,
  truncated: false,
  ...more,
});
