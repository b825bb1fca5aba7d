import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { groupsOfCompany } from "../../../../runtime/tenant/simulated/company/company-groups.ts";
import { generateCompany } from "../../../../runtime/tenant/simulated/company/generate-company.ts";
import {
  MEMBER_COLUMNS,
  memberRows,
} from "../../../../runtime/tenant/simulated/company/member-rows.ts";
import {
  FAMILY_NAMES,
  folded,
  GIVEN_NAMES,
} from "../../../../runtime/tenant/simulated/company/names.ts";

const SIZE = { seed: "one", people: 5_000, domain: "contoso.example" };
const COMPANY = generateCompany(SIZE);
const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");

describe("a generated company", () => {
  test("is the same for the same seed, and another one for another", () => {
    expect(digest(generateCompany(SIZE))).toBe(digest(COMPANY));
    expect(digest(generateCompany({ ...SIZE, seed: "two" }))).not.toBe(digest(COMPANY));
  });

  test("begins with the same people whatever its size", () => {
    const small = generateCompany({ ...SIZE, people: 50 });
    expect(small.people).toEqual(COMPANY.people.slice(0, 50));
  });

  test("nobody shares a name to sign in with, an id or an address with anybody", () => {
    const users = [...COMPANY.people.map(({ user }) => user), ...COMPANY.guests];
    const names = users.map((user) => user.userPrincipalName);
    expect(new Set(names).size).toBe(users.length);
    expect(new Set(users.map(({ id }) => id)).size).toBe(users.length);
    const addresses = users.flatMap((user) =>
      user.proxyAddresses.map((each) => each.toLowerCase()),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("names to sign in with are plain letters, names to show are not", () => {
    const people = COMPANY.people.map(({ user }) => user);
    const odd = people.filter(
      ({ mail }) => !/^[a-z]+\.[a-z]+\d*@contoso\.example$/.test(mail ?? ""),
    );
    expect(odd).toEqual([]);
    expect(people.filter(({ displayName }) => /[^ -~]/.test(displayName)).length).toBeGreaterThan(
      500,
    );
  });

  test.each([
    ["Łukasz", "lukasz"],
    ["Weiß", "weiss"],
    ["O'Brien", "obrien"],
    ["Van den Berg", "vandenberg"],
    ["Nguyễn", "nguyen"],
    ["Yıldız", "yildiz"],
    ["Søren", "soren"],
  ])("%s is spelt %s", (name, plain) => {
    expect(folded(name)).toBe(plain);
  });

  test("no name is in its list twice", () => {
    for (const names of [GIVEN_NAMES, FAMILY_NAMES]) {
      expect(new Set(names.map(({ text }) => text)).size).toBe(names.length);
    }
  });

  test("everybody has a way up to the one who leads", () => {
    const managers = new Map(COMPANY.people.map(({ user, managerId }) => [user.id, managerId]));
    const first = COMPANY.people[0]?.user.id;
    for (const { user } of COMPANY.people) {
      let at: string | null | undefined = user.id;
      for (let step = 0; step < 12 && at !== first; step++) at = managers.get(at ?? "");
      expect(at).toBe(first);
    }
  });

  test("groups have members who exist, and one of them has groups", () => {
    const groups = groupsOfCompany(SIZE.seed, SIZE.domain, COMPANY);
    const users = new Set([
      ...COMPANY.people.map(({ user }) => user.id),
      ...COMPANY.guests.map(({ id }) => id),
    ]);
    const ids = new Set(groups.map(({ group }) => group.id));
    for (const { kind, members } of groups) {
      expect(members.length).toBeGreaterThan(0);
      expect(members.every((id) => (kind === "user" ? users : ids).has(id))).toBe(true);
    }
    expect(groups.filter(({ kind }) => kind === "group")).toHaveLength(1);
  });

  test("its people make a table with a key and no holes where a runbook needs a value", () => {
    const rows = memberRows(COMPANY);
    expect(Object.keys(rows[0] ?? {})).toEqual([...MEMBER_COLUMNS]);
    expect(new Set(rows.map((row) => row.member_id)).size).toBe(5_000);
    const needed = ["user_principal_name", "display_name", "department", "exchange_guid"] as const;
    expect(rows.filter((row) => needed.some((name) => row[name] === ""))).toEqual([]);
    expect(rows.filter((row) => row.manager === "")).toHaveLength(1);
  });

  test.each([0, 1, 2])("of %i people is a company, too", (people) => {
    expect(generateCompany({ ...SIZE, people }).people).toHaveLength(people);
  });

  test("is never larger than its limit", () => {
    expect(generateCompany({ ...SIZE, people: -5 }).people).toEqual([]);
    expect(generateCompany({ ...SIZE, people: 100_001 }).people).toHaveLength(100_000);
  });
});
