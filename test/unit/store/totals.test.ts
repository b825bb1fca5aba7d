import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fillDatabase } from "../../../bench/api/fill-database.ts";
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import { BatchId, MemberId } from "../../../runtime/contract/ids.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { type Exchange, openExchange } from "../../../runtime/hosts/embedded/open-exchange.ts";
import { systemClock } from "../../../runtime/time/system/system-clock.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

const BATCH = BatchId.parse(1);
let folder: string;
let exchange: Exchange;

/** One batch of fifty thousand steps: five times as many as are counted. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drover-totals-"));
  const path = join(folder, "drover.db");
  await fillDatabase(path, 50_000);
  const workerIds = [WorkerId.parse("worker-01")];
  exchange = await openExchange({ path, clock: systemClock, nextId: () => "id", workerIds });
});

afterAll(async () => {
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

type Filters = Parameters<Exchange["reports"]["steps"]>[1]["filters"];

const totalBy = async (filters: Filters) =>
  answerOf(await exchange.reports.steps(BATCH, { filters, after: null, most: 3 })).total;

describe("totals of a batch larger than is counted", () => {
  test("end at the limit and say that there are more", async () => {
    expect(await totalBy({})).toEqual({ count: LIMITS.countedRowsMax, isCapped: true });
  });

  test("are not told for filters that no index leads to", async () => {
    expect(await totalBy({ status: "failed" })).toBeUndefined();
    expect(await totalBy({ kind: "step" })).toBeUndefined();
  });

  test("are exact for one member, whatever else is asked", async () => {
    const memberId = MemberId.parse(100);
    expect(await totalBy({ memberId })).toEqual({ count: 5, isCapped: false });
    expect(await totalBy({ memberId, status: "succeeded" })).toEqual({
      count: 4,
      isCapped: false,
    });
  });
});
