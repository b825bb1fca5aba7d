import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  MemberKey,
  PhaseName,
  RunbookName,
  RunId,
  ScenarioName,
  StepName,
  WorkerId,
} from "../../../runtime/contract/identifiers.ts";

import { RUNBOOK_NAME_PATTERN } from "../../../runtime/contract/name-pattern.ts";
import { runbookName } from "../../../runtime/contract/runbook/text.ts";

const KINDS = { MemberKey, PhaseName, RunbookName, RunId, ScenarioName, StepName, WorkerId };
const HOSTILE = [
  "",
  "a'; drop table runbooks --",
  "a/../b",
  "a\u0000b",
  "a\nb",
  "a\u202Eb",
  "\uD800",
  "x".repeat(300),
];

describe("text identifiers", () => {
  test.each(Object.entries(KINDS))("X-60: reading a %s twice changes nothing", (_, kind) => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const once = kind.safeParse(text);
        if (once.success) expect(kind.parse(once.data)).toBe(once.data);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  test.each([
    ["RunbookName", RunbookName],
    ["WorkerId", WorkerId],
    ["ScenarioName", ScenarioName],
    ["RunId", RunId],
  ])("X-60: no hostile text passes for a %s", (_, kind) => {
    for (const text of HOSTILE) expect(kind.safeParse(text).success).toBe(false);
  });

  test.each([
    ["PhaseName", PhaseName],
    ["StepName", StepName],
    ["MemberKey", MemberKey],
  ])("X-60: a %s has no control, invisible or broken characters and an end", (_, kind) => {
    for (const text of [
      "",
      "a\u0000b",
      "a\nb",
      "a\u202Eb",
      "a\u200Bb",
      "a\uD800b",
      "x".repeat(300),
    ])
      expect(kind.safeParse(text).success).toBe(false);
  });

  test.each(["contract", "document"])(
    "a runbook name of the %s takes letters of any script, digits and most punctuation",
    (which) => {
      const name = which === "contract" ? RunbookName : runbookName();
      for (const text of [
        "Contoso_mailbox-v2.1",
        "Contoso Mailbox Migration (Wave 1)",
        "A&B",
        "Größe",
        "移行",
        "Fabrikam Inc.",
        "a-",
        "[Wave] + 1; $5 = ~@^!,",
        "\u{1F404} herd",
        "x".repeat(128),
      ])
        expect(name.parse(text)).toBe(text);
      expect(name.parse("Gro\u0308ße")).toBe("Größe");
      for (const text of [
        ..."/\\?#%<>{}\"'`|*:\u0000\n\t\u007f\u00ad\u200b\u2028\u202e\u2066\ufeff",
      ])
        expect(name.safeParse(`a${text}b`).success).toBe(false);
      for (const text of ["", " a", "a ", "a\u00a0", ".", "..", ".a", "-a", "\ud83d", "a\udc04b"])
        expect(name.safeParse(text).success).toBe(false);
      expect(name.safeParse("a\u{E0041}b").success).toBe(false);
      expect(name.safeParse("x".repeat(129)).success).toBe(false);
    },
  );

  test("the pattern of runbook names means the same to engines in Unicode mode", () => {
    const unicode = new RegExp(RUNBOOK_NAME_PATTERN.source, "u");
    for (const text of ["Größe (1)", "\u{1F404}", " a", "a:b", "a\u200bb", "..", "\ud83d"])
      expect(unicode.test(text)).toBe(RUNBOOK_NAME_PATTERN.test(text));
  });

  test("a phase or step name may have spaces inside, not around", () => {
    expect(StepName.parse("Crée un compte (1)")).toBe("Crée un compte (1)");
    expect(StepName.parse("Cre\u0301e")).toBe("Crée");
    expect(StepName.safeParse(" a").success).toBe(false);
    expect(PhaseName.safeParse("a ").success).toBe(false);
  });

  test("M-037: a worker id fits into the name of its subscription", () => {
    const longest = "w".repeat(43);
    expect(WorkerId.parse(longest)).toBe(longest);
    expect(`worker-${longest}`.length).toBe(50);
    expect(WorkerId.safeParse(`${longest}w`).success).toBe(false);
    expect(WorkerId.safeParse("Worker 01").success).toBe(false);
  });

  test("R55 (part): a member key is trimmed, composed and lower-cased, so equals are equal", () => {
    expect(MemberKey.parse("  Anna.Ro\u0308del@Contoso.com ")).toBe("anna.r\u00F6del@contoso.com");
    expect(MemberKey.parse("ANNA.R\u00D6DEL@contoso.COM")).toBe("anna.r\u00F6del@contoso.com");
  });

  test("R55 (part): a member key has at most 256 characters after reading", () => {
    expect(MemberKey.safeParse(` ${"k".repeat(256)} `).success).toBe(true);
    expect(MemberKey.safeParse("k".repeat(257)).success).toBe(false);
    expect(MemberKey.safeParse("   ").success).toBe(false);
  });

  test("H-002 (part): a run id is a GUID in lower case", () => {
    expect(RunId.parse("0F8FAD5B-D9CB-469F-A165-70867728950E")).toBe(
      "0f8fad5b-d9cb-469f-a165-70867728950e",
    );
    expect(RunId.safeParse("0f8fad5bd9cb469fa16570867728950e").success).toBe(false);
  });

  test("X-60: a scenario name is 1 to 63 lower-case letters, digits and hyphens", () => {
    expect(ScenarioName.parse("ai-ml-01-cognitive-services-vision")).toHaveLength(34);
    expect(ScenarioName.safeParse("a".repeat(63)).success).toBe(true);
    for (const text of ["a".repeat(64), "A", "a_b", "a b"])
      expect(ScenarioName.safeParse(text).success).toBe(false);
  });
});
