import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { EventRecord } from "../../../runtime/contract/http/events.ts";
import { Failures } from "../../../runtime/contract/http/failures.ts";
import { Overview } from "../../../runtime/contract/http/overview.ts";
import { SearchHit } from "../../../runtime/contract/http/search.ts";
import { Timeline } from "../../../runtime/contract/http/timeline.ts";
import { Why } from "../../../runtime/contract/http/why.ts";
import { PhaseName } from "../../../runtime/contract/identifiers.ts";
import { BatchId, MemberId, StepExecutionId } from "../../../runtime/contract/ids.ts";
import { attentionOf } from "../../../runtime/queries/attention.ts";
import { allEvents, batchEvents } from "../../../runtime/queries/events.ts";
import { failuresOf } from "../../../runtime/queries/failures.ts";
import { overviewOf } from "../../../runtime/queries/overview.ts";
import { searchPage } from "../../../runtime/queries/search.ts";
import { timelineOf } from "../../../runtime/queries/timeline.ts";
import { whyOf } from "../../../runtime/queries/why.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { allPages } from "./scripted-platform.ts";
import { openStage, PEOPLE, RUNBOOK_NAME, type Stage } from "./stage.ts";

/** Batch 1 ran to its end, with failures; batch 2 is held up by a person's decision. */
const ENDED = BatchId.parse(1);
const HELD = BatchId.parse(2);
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

describe("why", () => {
  test("a batch held up by one member says who, why, and what would move it", async () => {
    const why = answerOf(await whyOf(stage.parts, HELD, {}));
    expect(Why.parse(why)).toEqual(why);
    expect(why.current).toMatchObject({
      kind: "phase-under-way",
      subject: { kind: "batch", id: HELD },
    });
    expect(why.chain.map(({ kind, subject }) => [subject.kind, kind])).toEqual([
      ["phase", "members"],
      ["member", "needs-attention"],
      ["step", "needs-attention"],
    ]);
    expect(why.moves.map(({ route }) => route)).toEqual(["retryStep", "skipStep", "failStep"]);
    expect(why.moves[0]).toMatchObject({ params: { id: HELD }, roles: ["Admin", "Operator"] });
    expect(why.moves[0]?.command).toMatch(/^drover batch retry 2 --step [0-9]+$/);
    expect(why.eta).toMatchObject({ earliest: null, latest: null });
  });

  test("a phase, a member and a step have their own reason; what is over has none", async () => {
    const phase = answerOf(await whyOf(stage.parts, HELD, { phase: PhaseName.parse("first") }));
    expect(phase.current?.kind).toBe("members");
    const steps = answerOf(
      await stage.parts.reports.steps(HELD, {
        filters: { status: "failed" },
        after: null,
        most: 5,
      }),
    );
    const [failed] = steps.rows;
    const stepId = StepExecutionId.parse(failed?.id);
    const step = answerOf(await whyOf(stage.parts, HELD, { stepId }));
    expect(step).toMatchObject({ status: "failed", current: { kind: "needs-attention" } });
    const memberId = MemberId.parse(failed?.memberId);
    const member = answerOf(await whyOf(stage.parts, HELD, { memberId }));
    expect(member).toMatchObject({ status: "active", current: { kind: "needs-attention" } });
    const ended = answerOf(await whyOf(stage.parts, ENDED, {}));
    expect(ended).toMatchObject({ status: "completed", current: null, chain: [], eta: null });
  });

  test("what is not there is told apart", async () => {
    const nobody = MemberId.parse(9_999);
    const nothing = StepExecutionId.parse(9_999);
    const kinds = await Promise.all([
      whyOf(stage.parts, BatchId.parse(99), {}),
      whyOf(stage.parts, HELD, { memberId: nobody }),
      whyOf(stage.parts, HELD, { stepId: nothing }),
      whyOf(stage.parts, HELD, { phase: PhaseName.parse("other") }),
    ]);
    expect(kinds.map((answer) => (answer.ok ? "found" : answer.error.kind))).toEqual([
      "unknown-batch",
      "unknown-member",
      "unknown-step",
      "unknown-phase",
    ]);
  });
});

describe("failures, timeline, search, log and overview", () => {
  test("failures alike are one group, with samples and its newest words", async () => {
    const failures = answerOf(await failuresOf(stage.parts, ENDED));
    expect(Failures.parse(failures)).toEqual(failures);
    expect(failures).toMatchObject({ total: 3, more: false });
    expect(failures?.groups).toMatchObject([{ count: 3, stepName: "make", phaseName: "first" }]);
    expect(failures?.groups[0]?.samples.map(({ memberKey }) => memberKey).sort()).toEqual([
      "member-0",
      "member-10",
      "member-20",
    ]);
    expect(answerOf(await failuresOf(stage.parts, BatchId.parse(99)))).toBeNull();
  });

  test("a step that a person must decide about is among the failures of its batch", async () => {
    const failures = answerOf(await failuresOf(stage.parts, HELD));
    expect(failures?.groups).toMatchObject([{ count: 1, stepName: "once" }]);
  });

  test("the timeline has a lane for init and each phase, with bars of attempts", async () => {
    const timeline = answerOf(await timelineOf(stage.parts, ENDED, { bars: 500 }));
    expect(Timeline.parse(timeline)).toEqual(timeline);
    const lanes = timeline?.lanes.map(({ kind, name, bars, more }) => [
      kind,
      name,
      bars.length,
      more,
    ]);
    // Three people have two attempts at the first step, with a wait between; the others two steps.
    expect(lanes).toEqual([
      ["init", "init", 1, false],
      ["step", "first", 3 * 3 + 2 * (PEOPLE - 3), false],
    ]);
    const states = new Set(timeline?.lanes.flatMap(({ bars }) => bars.map(({ state }) => state)));
    expect([...states].sort()).toEqual(["failed", "retrying", "succeeded"]);
    const few = answerOf(await timelineOf(stage.parts, ENDED, { bars: 4 }));
    expect(few?.lanes[1]).toMatchObject({ more: true });
    expect(few?.lanes[1]?.bars).toHaveLength(4);
  });

  test("a step tried again has a bar for each attempt and for the wait between", async () => {
    const timeline = answerOf(await timelineOf(stage.parts, ENDED, { bars: 500 }));
    const bars = (timeline?.lanes[1]?.bars ?? [])
      .filter(({ memberKey }) => memberKey === "member-10")
      .sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
    expect(bars.map(({ attempt, state }) => [attempt, state])).toEqual([
      [1, "failed"],
      [2, "retrying"],
      [2, "failed"],
    ]);
    const [first, wait, second] = bars;
    expect(wait?.from).toBe(first?.to);
    expect(second?.from).toBe(wait?.to);
    expect(first?.note).toBe(second?.note);
  });

  test("a search finds members by how their key begins, in any case, each once", async () => {
    const found = await allPages(async (after) =>
      answerOf(
        await searchPage(stage.parts.reports, { filters: { member: "MEMBER-1" }, after, most: 4 }),
      ),
    );
    expect(found.map((hit) => SearchHit.parse(hit))).toEqual(found);
    const keys = found.filter(({ batchId }) => batchId === ENDED).map(({ memberKey }) => memberKey);
    expect(keys).toEqual(["member-1", ...Array.from({ length: 10 }, (_, at) => `member-1${at}`)]);
  });

  test("a search by status, class of error and time finds the failed steps", async () => {
    const by = (filters: Parameters<typeof searchPage>[1]["filters"]) =>
      allPages(async (after) =>
        answerOf(await searchPage(stage.parts.reports, { filters, after, most: 2 })),
      );
    const failed = await by({ status: "failed", runbookName: RUNBOOK_NAME });
    expect(failed.map(({ stepName }) => stepName)).toEqual(["make", "make", "make"]);
    const [first] = failed;
    expect(await by({ errorClass: first?.errorClass ?? "" })).toEqual(failed);
    expect(await by({ errorClass: "other" })).toEqual([]);
    expect(await by({ status: "failed", to: "2001-01-01T00:00:00.000Z" as never })).toEqual([]);
    expect(await by({ status: "succeeded", member: "member-7" })).toHaveLength(2);
  });

  test("the log of a batch reads the same from either end, and by type and member", async () => {
    const events = (filters: Partial<Parameters<typeof batchEvents>[2]["filters"]>) =>
      allPages(async (after) =>
        answerOf(
          await batchEvents(stage.events, ENDED, {
            filters: { order: "oldest", ...filters },
            after,
            most: 7,
          }),
        ),
      );
    const oldest = await events({});
    expect(oldest.map((event) => EventRecord.parse(event))).toEqual(oldest);
    expect(oldest.map(({ seq }) => seq)).toEqual(oldest.map((_, at) => at + 1));
    expect(await events({ order: "newest" })).toEqual(oldest.toReversed());
    expect(await events({ after: 3 })).toEqual(oldest.slice(3));
    const memberId = MemberId.parse(
      oldest.find((event) => event.memberKey === "member-0")?.memberId,
    );
    const failed = await events({ type: "step.failed", memberId });
    const asTold = { stepName: "make", phaseName: "first", to: "failed" };
    expect(failed).toMatchObject([asTold, asTold]);
    expect((await events({ type: "batch" })).every(({ type }) => type.startsWith("batch."))).toBe(
      true,
    );
  });

  test("the log of everything holds every event once, the newest first", async () => {
    const filters = {};
    const events = await allPages(async (after) =>
      answerOf(await allEvents(stage.events, { filters, after, most: 11 })),
    );
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const keys = events.map(({ batchId, seq }) => `${batchId} ${seq}`);
    expect(new Set(keys).size).toBe(keys.length);
    const own = answerOf(
      await batchEvents(stage.events, ENDED, {
        filters: { order: "oldest" },
        after: null,
        most: 999,
      }),
    );
    expect(events.filter(({ batchId }) => batchId === ENDED)).toHaveLength(own.rows.length);
    expect(
      events.some(({ batchId, type }) => batchId === null && type === "runbook.published"),
    ).toBe(true);
  });

  test("the overview shows what runs, what needs a person, and what is due next", async () => {
    const overview = answerOf(await overviewOf(stage.overview, new Date()));
    expect(Overview.omit({ engine: true }).parse(overview)).toEqual(overview);
    expect(overview.running.map(({ id }) => id)).toEqual([HELD]);
    expect(overview).toMatchObject({ runningCount: 1, attentionCount: 2, openIncidents: 0 });
    expect(overview.attention).toMatchObject([
      { batchId: HELD, actions: ["retry-step", "skip-step", "fail-step"] },
      {
        subject: `batch:${ENDED}:failed`,
        batchId: ENDED,
        reason: "The batch ended with 3 of 25 members failed.",
        actions: ["retry-failed"],
      },
    ]);
    expect(overview.running[0]?.progress).toEqual({ total: 2, done: 1, failed: 0 });
    expect(overview.nextDue).toMatchObject([{ batchId: HELD, phaseName: "later" }]);
  });

  test("the overview shows runbooks whose source fails, while their automation is on", async () => {
    const { runbooks } = stage;
    const failing = async () =>
      answerOf(await overviewOf(stage.overview, new Date())).failingRunbooks;
    const active = answerOf(await runbooks.active(RUNBOOK_NAME));
    const note = async (error: string | null) =>
      answerOf(await runbooks.noteError(RUNBOOK_NAME, active?.version ?? (0 as never), error));
    await note("There is no table.");
    answerOf(await runbooks.setAutomation(RUNBOOK_NAME, true, "ada", []));
    expect(await failing()).toMatchObject([
      { runbookName: RUNBOOK_NAME, error: "There is no table.", since: expect.any(String) },
    ]);
    answerOf(await runbooks.setAutomation(RUNBOOK_NAME, false, "ada", []));
    expect(await failing()).toEqual([]);
    answerOf(await runbooks.setAutomation(RUNBOOK_NAME, true, "ada", []));
    await note(null);
    expect(await failing()).toEqual([]);
  });

  test("a manual batch that nobody has advanced does not run, and is listed apart", async () => {
    const members = [{ key: "zoe" as never, data: new Map([["key", "zoe"]]) }];
    const asked = { actor: "ada" };
    const made = answerOf(
      await stage.orders.createBatch({ runbookName: RUNBOOK_NAME, members }, asked),
    );
    const overview = answerOf(await overviewOf(stage.overview, new Date()));
    expect(overview.running.map(({ id }) => id)).toEqual([HELD]);
    expect(overview).toMatchObject({ runningCount: 1, notBegunCount: 1 });
    expect(overview.notBegun).toMatchObject([{ id: made.batchId, status: "detected" }]);
    answerOf(await stage.orders.advance({ batchId: made.batchId }, asked));
    const later = answerOf(await overviewOf(stage.overview, new Date()));
    expect(later).toMatchObject({ notBegun: [], notBegunCount: 0 });
  });

  test("a batch that ended with failures is told for thirty days, then no longer", async () => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    const told = async (now: Date) =>
      answerOf(await attentionOf(stage.overview, now, 99)).map(({ batchId }) => batchId);
    expect(await told(days(29))).toContain(ENDED);
    expect(await told(days(31))).toEqual([HELD]);
  });
});
