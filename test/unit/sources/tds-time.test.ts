import { describe, expect, test } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import { tdsSession } from "../../../runtime/sources/tds/tds-session.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { sqlQuestion } from "./sources.ts";
import { CERTIFICATE } from "./tds-certificate.ts";
import { people, source, TOKEN, world } from "./tds-world.ts";

const MAX = 1_000;
const heardOne = async (): Promise<void> => {
  while (world.server === undefined || world.server.heard.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe("the time that a database has", () => {
  test("a query that takes longer than it may is left behind; nobody waits for it", async () => {
    const tds = await source(() => null, { limitMs: 60_000 });
    const waiting = tds.ask(sqlQuestion("select upn from people"));
    await heardOne();
    world.clock.advance(60_000);
    expect(failureOf(await waiting)).toEqual({ kind: "timed-out", limitMs: 60_000 });
    while (world.server.cancelled() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test("R32: an authority that never answers ends the reading with its time", async () => {
    const access = () => new Promise<never>(() => {});
    const tds = await source(() => people(1), { access, limitMs: 60_000 });
    const waiting = tds.ask(sqlQuestion("select upn from people"));
    world.clock.advance(60_000);
    const timedOut = { kind: "timed-out", limitMs: 60_000, waitedFor: "token" };
    expect(failureOf(await waiting)).toEqual(timedOut);
    expect(world.server.heard).toEqual([]);
  });

  test("waiting for a token is a part of the time that a query has", async () => {
    const left: number[] = [];
    const tds = await source(() => people(1), {
      limitMs: 60_000,
      access: async () => {
        world.clock.advance(45_000);
        return ok(secret(TOKEN));
      },
      open: (parts) => {
        left.push(parts.limitMs);
        return tdsSession({ ca: CERTIFICATE })(parts);
      },
    });
    expect(answerOf(await readAll(tds, sqlQuestion("select upn from people"), MAX)).rows).toEqual([
      ["u0", 0],
    ]);
    expect(left).toEqual([15_000]);
  });
});
