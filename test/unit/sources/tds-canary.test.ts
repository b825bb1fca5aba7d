import { describe, expect, test } from "@jest/globals";
import { SECRET_MARK } from "../../../runtime/contract/secret.ts";
import { explainSourceFailure } from "../../../runtime/sources/failure.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import { failureOf } from "../../conformance/bus/answers.ts";
import { given, LINK, leaksOf, quoted, TOKEN } from "./canary.ts";
import { sqlQuestion } from "./sources.ts";
import { errorAnswer, loginAnswer } from "./tds-answers.ts";
import { source, world } from "./tds-world.ts";

describe("a database that quotes what it is sent", () => {
  test.each([
    ["as a sign-in is refused", 18_456, true],
    ["as a query is refused", 208, false],
    ["as a query has to wait", 40_613, false],
  ])("I30: tells nobody the token: %s", async (_when, number, atSignIn) => {
    const answer = () => errorAnswer(number, `no ${quoted(TOKEN)} ${LINK}`);
    const database = await source(answer, given, atSignIn ? answer : loginAnswer);
    const failure = failureOf(await readAll(database, sqlQuestion("select 1"), 10));
    expect(world.server.tokens).toEqual([TOKEN]);
    expect(leaksOf([failure, explainSourceFailure(failure)])).toEqual([]);
    expect(explainSourceFailure(failure)).toContain(SECRET_MARK);
  });
});
