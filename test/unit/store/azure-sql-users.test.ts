import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sidOf } from "../../../runtime/store/azure-sql/sid.ts";
import {
  type Principal,
  planUsers,
  type UserStep,
  type WantedUser,
} from "../../../runtime/store/azure-sql/user-plan.ts";

const name = fc.constantFrom("scheduler", "Scheduler", "orchestrator", "admin-api", "somebody");
const sid = fc.constantFrom("0x0A", "0x0B", "0x0C", "0x0D");
const role = fc.constantFrom("db_datareader", "db_datawriter", "db_owner", "reporting");
const roles = fc.uniqueArray(role, { maxLength: 3 });

const unique = <Item extends { readonly name: string; readonly sid: string | null }>(
  item: fc.Arbitrary<Item>,
) =>
  fc
    .uniqueArray(item, { maxLength: 4, selector: (each) => each.name.toLowerCase() })
    .filter((items) => new Set(items.map((each) => each.sid)).size === items.length);

const wanted = unique(fc.record({ name, sid, roles }));
const external = unique(fc.record({ name, sid, roles, type: fc.constant("E") }));
const anybody = unique(fc.record({ name, sid, roles, type: fc.constantFrom("E", "S", "R") }));

function carriedOut(present: readonly Principal[], step: UserStep): readonly Principal[] {
  const others = present.filter((each) => each.name !== step.user);
  const own = present.find((each) => each.name === step.user);
  switch (step.kind) {
    case "drop-user":
      return others;
    case "create-user": {
      const { user, sid: given } = step;
      const taken = present.some(
        (each) => each.name.toLowerCase() === user.toLowerCase() || each.sid === given,
      );
      if (taken) throw new Error(`${user} cannot be made: name or SID is taken`);
      return [...present, { name: user, sid: given, type: "E", roles: [] }];
    }
    case "add-role":
    case "drop-role": {
      if (own === undefined) throw new Error(`there is no ${step.user}`);
      const kept = own.roles.filter((each) => each !== step.role);
      const next = step.kind === "add-role" ? [...kept, step.role] : kept;
      return [...others, { ...own, roles: next }];
    }
  }
}

const stepsOf = (present: readonly Principal[], users: readonly WantedUser[]) => {
  const plan = planUsers(present, users);
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
};

describe("the plan of users", () => {
  test("U1: leads to exactly the wanted users, after which there is nothing to do", () => {
    fc.assert(
      fc.property(external, wanted, (present, users) => {
        const after = stepsOf(present, users).reduce(carriedOut, present as readonly Principal[]);
        for (const user of users) {
          const found = after.find((each) => each.name === user.name);
          expect(found?.sid).toBe(user.sid);
          expect(new Set(found?.roles)).toEqual(new Set(user.roles));
        }
        expect(stepsOf(after, users)).toEqual([]);
      }),
    );
  });

  test("U2: leaves alone whoever stands in nobody's way", () => {
    fc.assert(
      fc.property(external, wanted, (present, users) => {
        const after = stepsOf(present, users).reduce(carriedOut, present as readonly Principal[]);
        const bystanders = present.filter(
          (each) =>
            !users.some(
              (user) =>
                user.name.toLowerCase() === each.name.toLowerCase() || user.sid === each.sid,
            ),
        );
        for (const bystander of bystanders) expect(after).toContainEqual(bystander);
      }),
    );
  });

  test("U2: drops nobody who is no identity of the directory, and says who is in the way", () => {
    fc.assert(
      fc.property(anybody, wanted, (present, users) => {
        const plan = planUsers(present, users);
        const inTheWay = present.some(
          (each) =>
            each.type !== "E" &&
            users.some(
              (user) =>
                user.name.toLowerCase() === each.name.toLowerCase() || user.sid === each.sid,
            ),
        );
        expect(plan.ok).toBe(!inTheWay);
      }),
    );
  });

  test("an identity that was made anew gets a new user, with its roles only", () => {
    const old = { name: "scheduler", sid: "0x0A", type: "E", roles: ["db_owner"] };
    const user = { name: "scheduler", sid: "0x0B", roles: ["db_datareader"] };
    expect(stepsOf([old], [user])).toEqual([
      { kind: "drop-user", user: "scheduler" },
      { kind: "create-user", user: "scheduler", sid: "0x0B" },
      { kind: "add-role", user: "scheduler", role: "db_datareader" },
    ]);
  });

  test("a role that nobody granted through us is taken away", () => {
    const present = { name: "scheduler", sid: "0x0A", type: "E", roles: ["db_owner"] };
    const user = { name: "scheduler", sid: "0x0A", roles: [] };
    expect(stepsOf([present], [user])).toEqual([
      { kind: "drop-role", user: "scheduler", role: "db_owner" },
    ]);
  });
});

describe("the SID of an identity", () => {
  test("is its client id as SQL Server keeps a GUID", () => {
    const sqlServerSays = "0xFF19966F868B11D0B42D00C04FC964FF";
    expect(sidOf("6F9619FF-8B86-D011-B42D-00C04FC964FF")).toBe(sqlServerSays);
  });

  test("is different for different identities", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(sidOf(a) === sidOf(b)).toBe(a === b);
        expect(sidOf(a)).toMatch(/^0x[0-9A-F]{32}$/);
      }),
    );
  });

  test("is of nothing but a GUID", () => {
    expect(() => sidOf("0x00; drop user [dbo]")).toThrow("must be a GUID");
  });
});
