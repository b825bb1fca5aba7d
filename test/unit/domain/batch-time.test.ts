import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  immediateBatchTime,
  isTimeZone,
  parseBatchTime,
} from "../../../runtime/domain/batch-time.ts";
import { phaseDueTimes } from "../../../runtime/domain/due-times.ts";

const BERLIN = "Europe/Berlin";
const read = (text: string, zone = BERLIN) => {
  const time = parseBatchTime(text, zone);
  return time.ok ? time.value.toISOString() : time.error.kind;
};

describe("batch times", () => {
  test.each([
    ["2026-06-01T12:00:00Z", "2026-06-01T12:00:00.000Z"],
    ["2026-06-01T12:00:00+02:00", "2026-06-01T10:00:00.000Z"],
    ["2026-06-01T12:00-0330", "2026-06-01T15:30:00.000Z"],
    ["2026-06-01T12:00+14", "2026-05-31T22:00:00.000Z"],
    ["2026-06-01 12:00:00.1239999 +02:00", "2026-06-01T10:00:00.123Z"],
    ["2024-02-29T00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("M-021 (part), R44: %s states its instant", (text, iso) => {
    expect(read(text)).toBe(iso);
    expect(read(text, "Asia/Tokyo")).toBe(iso);
  });

  test.each([
    ["2026-06-01T12:00:00", BERLIN, "2026-06-01T10:00:00.000Z"],
    ["2026-01-15 12:00", BERLIN, "2026-01-15T11:00:00.000Z"],
    ["2026-06-01", BERLIN, "2026-05-31T22:00:00.000Z"],
    ["2026-06-01", "UTC", "2026-06-01T00:00:00.000Z"],
    ["2026-06-01T12:00:00.5", "Asia/Kathmandu", "2026-06-01T06:15:00.500Z"],
  ])("X-65 (part), R44: %s is read on the clocks of %s", (text, zone, iso) => {
    expect(read(text, zone)).toBe(iso);
  });

  test("R44: a time the clocks skip is refused with the two it might mean", () => {
    const text = "2026-03-29T02:30:00";
    expect(parseBatchTime(text, BERLIN)).toEqual({
      ok: false,
      error: {
        kind: "clock-gap",
        text,
        timeZone: BERLIN,
        earlier: new Date("2026-03-29T00:30:00Z"),
        later: new Date("2026-03-29T01:30:00Z"),
      },
    });
  });

  test("R44: a time the clocks show twice is refused with both", () => {
    const text = "2026-10-25T02:30:00";
    expect(parseBatchTime(text, BERLIN)).toEqual({
      ok: false,
      error: {
        kind: "clock-overlap",
        text,
        timeZone: BERLIN,
        earlier: new Date("2026-10-25T00:30:00Z"),
        later: new Date("2026-10-25T01:30:00Z"),
      },
    });
  });

  test.each([
    ["2026-03-29T01:59:59", "2026-03-29T00:59:59.000Z"],
    ["2026-03-29T02:00:00", "clock-gap"],
    ["2026-03-29T03:00:00", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T01:59:59", "2026-10-24T23:59:59.000Z"],
    ["2026-10-25T02:00:00", "clock-overlap"],
    ["2026-10-25T03:00:00", "2026-10-25T02:00:00.000Z"],
    ["2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00.000Z"],
  ])("R44: around a clock change %s gives %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test("R44: a midnight that a zone skips is a gap too", () => {
    expect(read("2018-11-04", "America/Sao_Paulo")).toBe("clock-gap");
  });

  test.each([
    "2026-02-29T00:00Z",
    "2026-02-30",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-01-01T24:00",
    "2026-01-01T23:60",
    "2026-01-01T23:59:60Z",
  ])("%s is no time there is", (text) => {
    expect(parseBatchTime(text, BERLIN)).toEqual({
      ok: false,
      error: { kind: "no-such-time", text },
    });
  });

  test.each([
    "",
    "tomorrow",
    "01.06.2026",
    "06/01/2026",
    "2026-6-1",
    "2026-06-01T",
    "2026-06-01T12",
    "2026-06-01T12:00:00.",
    "2026-06-01T12:00  Z",
    "2026-06-01Z",
    "2026-06-01T12:00z",
    "2026-06-01T12:00+14:01",
    "2026-06-01T12:00-15",
    "2026-06-01T12:00+01:60",
    " 2026-06-01",
    "2026-06-01\n",
    "+002026-06-01",
    "1780000000",
  ])("%j is malformed", (text) => {
    expect(parseBatchTime(text, BERLIN)).toEqual({ ok: false, error: { kind: "malformed", text } });
  });

  test("R45: years far from ours are refused", () => {
    expect(read("1999-12-31T23:59Z")).toBe("year-out-of-range");
    expect(read("2000-01-01T00:00Z")).toBe("2000-01-01T00:00:00.000Z");
    expect(read("2199-12-31T23:59Z")).toBe("2199-12-31T23:59:00.000Z");
    expect(read("2200-01-01")).toBe("year-out-of-range");
  });

  test("R56 (part): a text longer than any legal one is refused and quoted in part only", () => {
    const text = `2026-06-01${"0".repeat(1_000_000)}`;
    expect(parseBatchTime(text, BERLIN)).toEqual({
      ok: false,
      error: { kind: "malformed", text: text.slice(0, 40) },
    });
  });

  test("R44: every instant written in UTC is read back as itself", () => {
    const range = { min: new Date("2000-01-01T00:00Z"), max: new Date("2199-12-31T00:00Z") };
    fc.assert(
      fc.property(fc.date({ ...range, noInvalidDate: true }), (at) => {
        expect(read(at.toISOString())).toBe(at.toISOString());
        expect(read(at.toISOString().slice(0, -1), "UTC")).toBe(at.toISOString());
      }),
      { seed: 44 },
    );
  });
});

describe("time zones", () => {
  test.each(["UTC", BERLIN, "America/Argentina/Buenos_Aires", "Etc/GMT+5", "US/Pacific"])(
    "X-65 (part): %s is one",
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(["", "Mars/Base", "+02:00", "Z", "Europe/Berlin ", "x".repeat(100), "__proto__"])(
    "X-65 (part): %j is none",
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  test("an unchecked zone is a bug and throws", () => {
    expect(() => parseBatchTime("2026-06-01", "Mars/Base")).toThrow(RangeError);
  });
});

describe("immediate batches", () => {
  test.each([
    ["12:05:00.000", "12:05:00.000"],
    ["12:09:59.999", "12:05:00.000"],
    ["12:02:31.000", "12:00:00.000"],
    ["00:00:00.001", "00:00:00.000"],
  ])("X-69 (part), R33 (part): a tick at %s starts its batch at %s, never later", (tick, start) => {
    const batchTime = immediateBatchTime(new Date(`2026-06-01T${tick}Z`));
    expect(batchTime).toEqual(new Date(`2026-06-01T${start}Z`));
  });
});

describe("due times of phases", () => {
  const phases = [
    { name: "prepare", offsetMinutes: 7_200 },
    { name: "cut-over", offsetMinutes: 0 },
  ];

  test("M-024: each phase is due its offset before the start", () => {
    expect(phaseDueTimes(phases, new Date("2026-06-06T08:00Z"))).toEqual([
      { name: "prepare", offsetMinutes: 7_200, dueAt: new Date("2026-06-01T08:00Z") },
      { name: "cut-over", offsetMinutes: 0, dueAt: new Date("2026-06-06T08:00Z") },
    ]);
  });

  test("M-090 (part): a manual batch's phases have none", () => {
    expect(phaseDueTimes(phases, null).map(({ dueAt }) => dueAt)).toEqual([null, null]);
  });
});
