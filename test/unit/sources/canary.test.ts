/** A canary in the token that a source is read with, and a workspace that quotes it in whatever it
 *  refuses. It shows nowhere. */
import { describe, expect, test } from "@jest/globals";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { SECRET_MARK, secret } from "../../../runtime/contract/secret.ts";
import { sourcesByType } from "../../../runtime/sources/by-type.ts";
import { explainSourceFailure } from "../../../runtime/sources/failure.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import type { Source } from "../../../runtime/sources/source.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { nameOf } from "../scheduler/found.ts";
import { publish } from "../scheduler/runbook-texts.ts";
import { look, openWorld } from "../scheduler/scheduler-world.ts";
import { given, LINK, leaksOf, quoted, TOKEN } from "./canary.ts";
import type { Heard, Reply } from "./databricks-server.ts";
import { people, question, read, source, state, world } from "./databricks-world.ts";
import { csvQuestion } from "./sources.ts";

const refusing =
  (status: number) =>
  ({ authorization = "" }: Heard): Reply => ({
    status,
    body: { message: `denied to ${quoted(authorization)} at ${LINK}` },
  });
const ended =
  (name: string) =>
  ({ authorization = "" }: Heard): Reply => {
    const error = { error_code: `BAD_${TOKEN}`, message: `no ${quoted(authorization)} ${LINK}` };
    return state(name, { status: { state: name, error } });
  };
const refusingParts = (heard: Heard): Reply =>
  heard.path.includes("/chunks/") ? refusing(403)(heard) : people.inline(people.parts)(heard);

type Case = [string, (heard: Heard) => Reply];

describe("a Databricks workspace that quotes what it is sent", () => {
  test.each<Case>([
    ...[400, 401, 403, 404].map((status): Case => [`with ${status}`, refusing(status)]),
    ["with a failure", ended("FAILED")],
    ["with an end", ended("CANCELED")],
    ["amid its chunks", refusingParts],
  ])("I30: tells nobody the token or a link's permission: %s", async (_how, answer) => {
    const failure = failureOf(await read(answer, given));
    expect(leaksOf([failure, explainSourceFailure(failure)])).toEqual([]);
    expect(explainSourceFailure(failure)).toContain(SECRET_MARK);
  });

  test.each([450, 900, 980, 1_000, 64_000, 65_500])(
    "I30: tells no part of it either where a long reason is cut, as behind %i characters",
    async (chars) => {
      const token = "0123456789abcdefghijklmnopqrstuvwxyz";
      const message = `${"x ".repeat(chars / 2)} ${token} ${"y ".repeat(40_000)}`;
      const failure = failureOf(
        await read(() => ({ status: 400, body: { message } }), {
          access: async () => ok(secret(token)),
        }),
      );
      const told = explainSourceFailure(failure);
      expect(told).not.toContain("0123");
      expect(told.length).toBeLessThan(1_100);
    },
  );

  test("I30: leaves none in a tick's report, the log or the runbook's record", async () => {
    await read(refusing(403), given);
    const host = await openWorld();
    await publish(host);
    const sources = { ask: () => source(given).ask(question()) };
    const report = await look({ scheduler: host.another("host-b", { sources }) });
    const record = answerOf(await host.store.runbooks.active(nameOf()));
    expect(record?.lastError).toContain("the workspace answered 403: denied to");
    expect(host.told).toMatchObject([{ kind: "runbook-failed" }]);
    expect(leaksOf([report, record, host.told])).toEqual([]);
    await host.remove();
  });
});

describe("all sources of a host", () => {
  const saying = (text: string): Source => ({
    ask: async ({ runbookName }) =>
      runbookName === "refused"
        ? fail({ kind: "refused", reason: text })
        : ok({
            columns: ["upn"],
            next: async () => ok({ rows: [], end: { complete: false, why: text } }),
            close: async () => {},
          }),
  });

  test("I30: tell nothing that looks like a secret, whatever their adapter says", async () => {
    const sources = sourcesByType({ csv: saying("It says password=canary-word-9f3a.") });
    const refused = failureOf(await readAll(sources, csvQuestion("refused"), 10));
    expect(refused).toEqual({ kind: "refused", reason: `It says password=${SECRET_MARK}` });
    const { end } = answerOf(await readAll(sources, csvQuestion("cut"), 10));
    expect(end).toEqual({ complete: false, why: `It says password=${SECRET_MARK}` });
  });

  test("I30: do not repeat a password in the place of a connection's name", async () => {
    const connection = "Server=hr;Password=canary-word-9f3a";
    const failure = failureOf(await source(given).ask(question({ connection })));
    expect(explainSourceFailure(failure)).not.toContain("canary-word");
    expect(world.rejected).toEqual([]);
  });
});
