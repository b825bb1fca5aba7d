import { describe, expect, test } from "@jest/globals";
import { citedIds, compareIds } from "../../../docs/generators/promise-ids.ts";
import { parsePromises, promisesOf, readPromises } from "../../../docs/generators/promises.ts";

/** A promise is one sentence that can be read at a glance; code counts as one word. */
const WORDS_MAX = 35;

const numbered = (prefix: string, count: number, digits: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => prefix + String(index + 1).padStart(digits, "0"));

/** Spelt out here so that no promise can vanish unnoticed. */
const EXPECTED_IDS = [
  ...numbered("A-", 22, 3),
  ...numbered("C-", 29, 3),
  ...numbered("H-", 109, 3),
  ...numbered("I", 37, 1),
  ...numbered("M-", 136, 3),
  ...numbered("O-", 21, 3),
  ...numbered("R", 57, 2),
  ...numbered("X-", 79, 2),
];

const promises = readPromises().flatMap(promisesOf);

describe("the promises of the platform", () => {
  test("every id is promised once, and no other", () => {
    expect(promises.map(({ id }) => id).sort(compareIds)).toEqual(EXPECTED_IDS);
  });

  test("a test can cite every id", () => {
    const uncitable = promises.filter(({ id }) => citedIds(id)[0] !== id);
    expect(uncitable).toEqual([]);
  });

  test("each promise is one short sentence", () => {
    const words = (text: string) => text.replace(/`[^`]*`/g, "code").split(/\s+/).length;
    const wrong = promises.filter(
      ({ says }) => !/^[A-Z`/{-].*\.$/s.test(says) || words(says) > WORDS_MAX || words(says) < 5,
    );
    expect(wrong).toEqual([]);
  });

  test("code marks come in pairs", () => {
    expect(promises.filter(({ says }) => says.split("`").length % 2 === 0)).toEqual([]);
  });

  test("no two promises say the same", () => {
    expect(new Set(promises.map(({ says }) => says)).size).toBe(promises.length);
  });

  test("every reference leads to another promise", () => {
    const lost = promises.filter(({ id, says }) =>
      citedIds(says).some((cited) => cited === id || !EXPECTED_IDS.includes(cited)),
    );
    expect(lost).toEqual([]);
  });

  test("what no test can prove says why in a sentence", () => {
    const marked = promises.filter(({ unprovable }) => unprovable !== null);
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.filter(({ unprovable }) => !/^[A-Z].{10,}\.$/s.test(unprovable ?? ""))).toEqual(
      [],
    );
  });
});

describe("a file of promises", () => {
  const PLACE = { file: "small.yaml", family: "M", title: "Small" };

  test("is read by subject, with promises in the order of ids", () => {
    const yaml = `
- subject: Later
  promises:
    M-010: Ten.
    M-002: { promise: Two., unprovable: Nobody can. }
- subject: Sooner
  promises:
    M-001: One.
`;
    expect(parsePromises(PLACE, yaml)).toEqual({
      title: "Small",
      subjects: [
        {
          name: "Later",
          promises: [
            { id: "M-002", says: "Two.", unprovable: "Nobody can." },
            { id: "M-010", says: "Ten.", unprovable: null },
          ],
        },
        { name: "Sooner", promises: [{ id: "M-001", says: "One.", unprovable: null }] },
      ],
    });
  });

  test.each([
    ["an id of another family", "- { subject: A, promises: { H-001: One. } }", /H-001 is no M id/],
    [
      "an id in two subjects",
      "- { subject: A, promises: { M-001: One. } }\n- { subject: B, promises: { M-001: Two. } }",
      /M-001 is promised twice/,
    ],
    ["a promise that is no text", "- { subject: A, promises: { M-001: 1 } }", /small\.yaml/],
    ["an unknown key", "- { subject: A, promises: {}, extra: 1 }", /small\.yaml.*extra/s],
  ])("with %s is refused by name", (_, yaml, message) => {
    expect(() => parsePromises(PLACE, yaml)).toThrow(message);
  });
});
