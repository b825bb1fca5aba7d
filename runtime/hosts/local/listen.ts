/** Opens the one socket of a local Drover, on loopback only, before anything else is begun: a
 *  Drover that nobody could reach must not work. Until it is told what to serve it says that it
 *  is starting.
 *  An explicit port is taken or refused; the usual port gives way to the next free one. */
import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { refuse } from "../../api/serving/answer.ts";
import { problemResponse } from "../../api/serving/respond.ts";
import { fail, ok, type Result } from "../../contract/result.ts";

export type Fetch = (request: Request) => Response | Promise<Response>;
export type Listening = {
  readonly port: number;
  /** From now on requests are answered by this. */
  readonly serve: (app: Fetch) => void;
  readonly close: () => Promise<void>;
};

const HOST = "127.0.0.1";
const USUAL_PORT = 4680;
const PORTS_TRIED = 20;

export async function listen(port: number | null): Promise<Result<Listening, string>> {
  const candidates = port === null ? usualPorts() : [port];
  for (const candidate of candidates) {
    const attempt = await tryListen(candidate);
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

function tryListen(port: number): Promise<Result<Listening, string>> {
  let served = starting;
  return new Promise((resolve) => {
    const server = createAdaptorServer({ fetch: (request) => served(request) }) as Server;
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(fail(error.code ?? error.message)),
    );
    server.listen(port, HOST, () => {
      const address = server.address();
      const actual = typeof address === "object" && address !== null ? address.port : port;
      const serve = (app: Fetch): void => {
        served = app;
      };
      resolve(ok({ port: actual, serve, close: () => close(server) }));
    });
  });
}

const starting: Fetch = () =>
  problemResponse(refuse("not-ready", "Drover is starting.").error, randomUUID());

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}

export const isUsualPort = (port: number): boolean => port === USUAL_PORT;
export const addressOf = (port: number): string => `http://${HOST}:${port}/`;
