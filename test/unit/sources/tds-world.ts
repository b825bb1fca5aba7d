/** A database that speaks TDS for one test, and questions to it, over a real wire: the driver, TLS
 *  and the bytes of TDS are real, the server behind them is a script. */
import { afterEach, beforeEach } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import type { Question } from "../../../runtime/sources/source.ts";
import { tdsSession } from "../../../runtime/sources/tds/tds-session.ts";
import { type TdsParts, tdsSource } from "../../../runtime/sources/tds/tds-source.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { sqlQuestion } from "./sources.ts";
import { done } from "./tds-answers.ts";
import { CERTIFICATE } from "./tds-certificate.ts";
import { type Cell, type Column, columnsAnswer, rowAnswer } from "./tds-rows.ts";
import { type Script, type Sign, type TdsServer, tdsServer } from "./tds-server.ts";

const MAX = 1_000_000;
export const TOKEN = "token-of-the-scheduler";
export const PEOPLE: readonly Column[] = [
  { name: "upn", type: "text" },
  { name: "floor", type: "int" },
];

type World = {
  server: TdsServer;
  clock: ReturnType<typeof manualClock>;
  /** Of the tokens that were asked for. */
  scopes: string[];
};
/** Of the test that runs. */
export const world = {} as World;

beforeEach(() => {
  world.clock = manualClock(new Date("2026-05-01T00:00:00Z"));
  world.scopes = [];
});
afterEach(() => world.server.close());

export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  count = rows.length,
) {
  const all = rows.map((row) => rowAnswer(columns, row));
  return Buffer.concat([columnsAnswer(columns), ...all, done(count)]);
}

export const people = (count: number): Buffer =>
  table(
    PEOPLE,
    Array.from({ length: count }, (_, at) => [`u${at}`, at]),
  );

export async function source(script: Script, more: Partial<TdsParts> = {}, sign?: Sign) {
  world.server = await tdsServer(script, sign);
  const { clock } = world;
  const dialect = more.dialect ?? "azure-sql";
  const connection = { dialect, server: "localhost", port: world.server.port, database: "hr" };
  return tdsSource({
    connections: new Map([["hr", connection]]),
    access: async (scope) => {
      world.scopes.push(scope);
      return ok(secret(TOKEN));
    },
    open: tdsSession({ ca: CERTIFICATE }),
    clock,
    ...more,
    dialect,
  });
}

export const asked = async (
  script: Script,
  question: Question = sqlQuestion("select upn, floor from people"),
  more: Partial<TdsParts> = {},
) => readAll(await source(script, more), question, MAX);
