import { describe, expect, test } from "@jest/globals";
import { DATABASE_RIGHTS } from "../../../runtime/contract/blueprint/database-rights.ts";
import {
  type DatabaseUser,
  readDatabaseUsers,
  writeDatabaseUsers,
} from "../../../runtime/contract/blueprint/database-users.ts";
import { bootstrap, type Surroundings } from "../../../runtime/hosts/bootstrap/bootstrap.ts";
import type { SqlSession } from "../../../runtime/store/azure-sql/session.ts";
import { openSession } from "../../../runtime/store/azure-sql/tedious-session.ts";
import { EMPTY, modelServer } from "../store/azure-sql-server.ts";

const CLIENT_ID = "00000000-0000-4000-8000-000000000001";

const USERS: readonly DatabaseUser[] = DATABASE_RIGHTS.map(({ component }, at) => ({
  component,
  name: `drover-id-${component}`,
  clientId: `00000000-0000-4000-8000-0000000001${String(at).padStart(2, "0")}`,
}));

const ENVIRONMENT = {
  AZURE_CLIENT_ID: CLIENT_ID,
  DROVER_SQL_SERVER: "drover-sql.database.windows.net",
  DROVER_SQL_DATABASE: "drover",
  DROVER_DATABASE_USERS: writeDatabaseUsers(USERS),
};

type Seen = { readonly pauses: number[]; readonly opened: unknown[] };

/** `open` fails with each of `refusals` in turn, then opens the session. */
function around(
  session: SqlSession,
  refusals: readonly object[] = [],
  rest: Partial<Surroundings> = {},
): Surroundings & Seen {
  const left = [...refusals];
  const pauses: number[] = [];
  const opened: unknown[] = [];
  return {
    environment: ENVIRONMENT,
    signIn: async (clientId) => `token of ${clientId}`,
    open: async (address) => {
      opened.push(address);
      const refusal = left.shift();
      if (refusal !== undefined) throw Object.assign(new Error("no entry"), refusal);
      return session;
    },
    pauseMs: async (ms) => {
      pauses.push(ms);
    },
    pauses,
    opened,
    ...rest,
  };
}

describe("the bootstrap job", () => {
  test("M-131 (part): signs in as its identity and leaves tables and users", async () => {
    const server = modelServer(EMPTY);
    const surroundings = around(server.session);
    const done = await bootstrap(surroundings);
    expect(done).toMatchObject({ ok: true, value: expect.stringContaining("0001-runbooks") });
    expect(surroundings.opened).toEqual([
      {
        server: "drover-sql.database.windows.net",
        database: "drover",
        token: `token of ${CLIENT_ID}`,
      },
    ]);
    expect(server.state().principals.map(({ name }) => name)).toEqual(
      USERS.map(({ name }) => name),
    );
    expect(server.closed()).toBe(true);
  });

  test("says that there was nothing to do when there was nothing", async () => {
    const first = modelServer(EMPTY);
    await bootstrap(around(first.session));
    const second = await bootstrap(around(modelServer(first.state()).session));
    expect(second).toEqual({ ok: true, value: "tables were up to date; users were as wanted" });
  });

  test("waits for a database that wakes up", async () => {
    const waking = { number: 40_613 };
    const surroundings = around(modelServer(EMPTY).session, [waking, { code: "ESOCKET" }, waking]);
    expect((await bootstrap(surroundings)).ok).toBe(true);
    expect(surroundings.pauses).toEqual([1_000, 2_000, 4_000]);
  });

  test("gives up on a database that cannot be reached, after minutes and not before", async () => {
    const never = Array.from({ length: 20 }, () => ({ code: "ETIMEOUT" }));
    const surroundings = around(modelServer(EMPTY).session, never);
    const done = await bootstrap(surroundings);
    expect(done).toMatchObject({ ok: false, error: expect.stringContaining("cannot be reached") });
    expect(surroundings.pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(120_000);
  });

  test("does not try again where it is not let in", async () => {
    const surroundings = around(modelServer(EMPTY).session, [{ number: 18_456, code: "ELOGIN" }]);
    const done = await bootstrap(surroundings);
    expect(done).toMatchObject({
      ok: false,
      error: expect.stringContaining("is it in the group of administrators?"),
    });
    expect(surroundings.opened).toHaveLength(1);
  });

  test("an identity without a token is told by its client id", async () => {
    const signIn = () => Promise.reject(new Error("identity not found"));
    const surroundings = around(modelServer(EMPTY).session, [], { signIn });
    const done = await bootstrap(surroundings);
    expect(done).toMatchObject({ ok: false, error: expect.stringContaining(CLIENT_ID) });
    expect(surroundings.opened).toEqual([]);
  });

  test("tells the server's own words when preparing fails, and closes the session", async () => {
    const server = modelServer(EMPTY, { failAt: 20 });
    const done = await bootstrap(around(server.session));
    expect(done).toMatchObject({ ok: false, error: expect.stringContaining("as it was before") });
    expect(done).toMatchObject({
      ok: false,
      error: expect.stringContaining("the server broke at"),
    });
    expect(server.closed()).toBe(true);
    expect(server.state()).toEqual(EMPTY);
  });

  test.each(Object.keys(ENVIRONMENT))("does not start without %s", async (name) => {
    const environment = { ...ENVIRONMENT, [name]: undefined };
    const done = await bootstrap(around(modelServer(EMPTY).session, [], { environment }));
    expect(done).toMatchObject({ ok: false, error: expect.stringContaining(name) });
  });
});

describe("the users it is told of", () => {
  const one = USERS[0];

  test("are those of every component with rights in the database, and of nobody else", () => {
    expect(readDatabaseUsers(writeDatabaseUsers(USERS))).toEqual({ ok: true, value: USERS });
  });

  test("are none while no component that uses the database has code", () => {
    expect(readDatabaseUsers(writeDatabaseUsers([]))).toEqual({ ok: true, value: [] });
  });

  test.each([
    ["no JSON", "[", "not JSON"],
    ["a component without rights", [{ ...one, component: "worker" }], "has no rights"],
    ["a name with a quote in it", [{ ...one, name: 'x"; drop' }], "not the name of an identity"],
    ["a client id that is none", [{ ...one, clientId: "1" }], "is not a GUID"],
    ["a password", [{ ...one, password: "x" }], "password"],
    ["one name twice", [one, { ...USERS[1], name: one?.name }], "a name comes twice"],
    [
      "one identity twice",
      [one, { ...USERS[1], clientId: one?.clientId }],
      "client id comes twice",
    ],
  ])("are refused with %s", (_, value, why) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    expect(readDatabaseUsers(text)).toMatchObject({
      ok: false,
      error: expect.stringContaining(why),
    });
  });
});

test("a session over TDS to where nobody listens fails as something that may pass", async () => {
  const session = openSession({ server: "127.0.0.1", database: "drover", token: "none", port: 1 });
  await expect(session).rejects.toMatchObject({ code: "ESOCKET" });
});
