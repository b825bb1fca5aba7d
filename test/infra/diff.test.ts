import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffPlans } from "../../infra/preview/diff.ts";
import { makePlan, masked } from "../../infra/preview/plan.ts";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { planned, secret, UNKNOWN } from "./planned.ts";

const KEY = Buffer.from("a key for tests");
const plan = (...resources: readonly PlannedResource[]) => makePlan(resources, KEY);
const textsOf = (resource: PlannedResource): readonly string[] =>
  [...plan(resource).values()].flatMap(({ properties }) =>
    [...properties].map(([path, text]) => `${path} = ${text}`),
  );

describe("a normalised plan", () => {
  test("spells properties as paths, in order, with unknown values marked", () => {
    const resource = planned("t", "a", {
      tags: { owner: "me" },
      sku: { capacity: 1, name: "Premium" },
      ids: [UNKNOWN, "x"],
      none: [],
      nothing: {},
      id: null,
    });
    expect(textsOf(resource)).toEqual([
      "id = null",
      "ids[0] = [unknown]",
      'ids[1] = "x"',
      "none = []",
      "nothing = {}",
      "sku.capacity = 1",
      'sku.name = "Premium"',
      'tags.owner = "me"',
    ]);
  });

  test("protection is part of it", () => {
    expect(textsOf(planned("t", "a", {}, { protect: true }))).toEqual(["(protect) = true"]);
  });

  test("holds no secret, whatever the depth, and shows none to people", () => {
    const resource = planned("t", "a", { list: [{ password: secret("hunter2") }] });
    const [text = ""] = textsOf(resource);
    expect(text).toMatch(/^list\[0\]\.password = \[secret [0-9a-f]{16}\]$/);
    expect(masked(text)).toBe("list[0].password = [secret]");
    const [otherKey] = makePlan([resource], Buffer.from("another key")).values();
    expect(otherKey?.properties.get("list[0].password")).not.toBe(text.split(" = ")[1]);
  });

  test("does not depend on the order in which resources or properties were registered", () => {
    const one = planned("t", "a", { x: 1, y: 2 });
    const again = planned("t", "a", { y: 2, x: 1 });
    const other = planned("t", "b");
    expect([...plan(other, one)]).toEqual([...plan(again, other)]);
    expect([...plan(other, one).keys()]).toEqual([one.urn, other.urn]);
  });
});

describe("the difference of two plans", () => {
  test("is nothing when nothing changed", () => {
    const resources = [planned("t", "a", { s: secret("x") }), planned("t", "b", { u: UNKNOWN })];
    expect(diffPlans(plan(...resources), plan(...resources))).toEqual([]);
  });

  test("names what is new, what is gone and each property that differs", () => {
    const before = plan(planned("t", "kept", { a: 1, gone: true }), planned("t", "old"));
    const after = plan(planned("t", "kept", { a: 2, come: "x" }), planned("t", "new"));
    expect(diffPlans(before, after)).toMatchObject([
      {
        kind: "update",
        name: "kept",
        properties: [
          { path: "a", before: "1", after: "2" },
          { path: "come", before: undefined, after: '"x"' },
          { path: "gone", before: "true", after: undefined },
        ],
      },
      { kind: "create", name: "new", properties: [] },
      { kind: "delete", name: "old", properties: [] },
    ]);
  });

  test("an item put into a list of named items changes nothing about the others", () => {
    const item = (name: string, value: string) => ({ name, value });
    const before = plan(planned("t", "a", { settings: [item("A", "1"), item("C", "3")] }));
    const settings = [item("A", "1"), item("B", "2"), item("C", "3")];
    const [change] = diffPlans(before, plan(planned("t", "a", { settings })));
    expect(change?.properties).toEqual([
      { path: "settings[B].name", before: undefined, after: '"B"' },
      { path: "settings[B].value", before: undefined, after: '"2"' },
    ]);
  });

  test("items that share a name are told apart by their place", () => {
    const settings = [{ name: "A" }, { name: "A" }];
    const [change] = diffPlans(
      plan(planned("t", "a", { settings })),
      plan(planned("t", "a", { settings: [{ name: "A" }, { name: "B" }] })),
    );
    expect(change?.properties).not.toEqual([]);
    expect(textsOf(planned("t", "a", { settings }))).toEqual([
      'settings[0].name = "A"',
      'settings[1].name = "A"',
    ]);
  });

  test("shows that a secret changed, though not into what", () => {
    const before = plan(planned("t", "a", { s: secret("old") }));
    const after = plan(planned("t", "a", { s: secret("new") }));
    const [change] = diffPlans(before, after);
    expect(change?.properties).toHaveLength(1);
    expect(JSON.stringify(change)).not.toMatch(/old|new/);
  });

  test("a plan and its reverse differ in opposite ways", () => {
    const inputs = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    const resources = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), inputs), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(resources, resources, (some, others) => {
        const make = (list: typeof some) =>
          plan(
            ...list.map(([name, given]) => planned("t", name, JSON.parse(JSON.stringify(given)))),
          );
        const there = diffPlans(make(some), make(others));
        const back = diffPlans(make(others), make(some));
        const opposite = { create: "delete", delete: "create", update: "update" } as const;
        expect(back.map(({ kind, urn }) => [opposite[kind], urn])).toEqual(
          there.map(({ kind, urn }) => [kind, urn]),
        );
      }),
      { seed: 20261116, numRuns: 100 },
    );
  });
});
