/** Opens the one socket of a local Drover, on loopback only.
 *  An explicit port is taken or refused; the usual port gives way to the next free one. */
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { fail, ok, type Result } from "../../contract/result.ts";

export type Fetch = (request: Request) => Response | Promise<Response>;
export type Listening = { readonly server: Server; readonly port: number };

const HOST = "127.0.0.1";
const USUAL_PORT = 4680;
const PORTS_TRIED = 20;

export async function listen(app: Fetch, port: number | null): Promise<Result<Listening, string>> {
  const candidates = port === null ? usualPorts() : [port];
  for (const candidate of candidates) {
    const attempt = await tryListen(app, candidate);
    if (attempt.ok) return attempt;
    if (attempt.error === "EACCES") {
      return fail(
        `This user may not listen on port ${candidate}. Choose one from 1024 up: --port N.`,
      );
    }
    if (attempt.error !== "EADDRINUSE") return fail(`Port ${candidate}: ${attempt.error}.`);
  }
  const [first = USUAL_PORT] = candidates;
  const taken =
    port === null ? `All ports from ${first} to ${first + PORTS_TRIED - 1} are` : `Port ${port} is`;
  return fail(
    `${taken} taken by another program. Choose a free one: --port N, or --port 0 for any.`,
  );
}

const usualPorts = (): readonly number[] =>
  Array.from({ length: PORTS_TRIED }, (_, index) => USUAL_PORT + index);

function tryListen(app: Fetch, port: number): Promise<Result<Listening, string>> {
  return new Promise((resolve) => {
    const server = createAdaptorServer({ fetch: app }) as Server;
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(fail(error.code ?? error.message)),
    );
    server.listen(port, HOST, () => {
      const address = server.address();
      const actual = typeof address === "object" && address !== null ? address.port : port;
      resolve(ok({ server, port: actual }));
    });
  });
}

export const isUsualPort = (port: number): boolean => port === USUAL_PORT;
export const addressOf = (port: number): string => `http://${HOST}:${port}/`;
