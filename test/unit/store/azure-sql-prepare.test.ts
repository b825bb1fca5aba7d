import { describe, expect, test } from "@jest/globals";
import type { DatabaseUser } from "../../../runtime/contract/blueprint/database-users.ts";
import { AZURE_SQL_MIGRATIONS } from "../../../runtime/store/azure-sql/migrations.ts";
import { prepareDatabase } from "../../../runtime/store/azure-sql/prepare-database.ts";
import { ACCEPTANCE_COLUMNS } from "../../../runtime/store/operations/schema/0015-acceptances.ts";
import { TABLE_DEFINITIONS } from "../../../runtime/store/operations/schema/migrations.ts";
import { EMPTY, modelServer, type State } from "./azure-sql-server.ts";

const USERS: readonly DatabaseUser[] = [
  {
    component: "scheduler",
    name: "id-scheduler",
    clientId: "11111111-2222-3333-4444-555555555501",
  },
  { component: "orchestrator", name: "id-orch", clientId: "11111111-2222-3333-4444-555555555502" },
  {
    component: "admin-api",
    name: "id-admin-api",
    clientId: "11111111-2222-3333-4444-555555555503",
  },
];

const OWNER = { name: "dbo", sid: "0x01", type: "X", roles: ["db_owner"] };
const NEW: State = { ...EMPTY, principals: [OWNER] };

async function prepared(): Promise<State> {
  const server = modelServer(NEW);
  await prepareDatabase(server.session, USERS);
  return server.state();
}

const change = /^(?:create|alter|drop|insert)/;

describe("a new database", () => {
  test("M-131 (part): gets every table, and exactly the wanted users and roles", async () => {
    const { things, migrations, principals } = await prepared();
    for (const { name } of TABLE_DEFINITIONS) expect(things).toContain(`table ${name}`);
    expect(migrations).toEqual(Object.keys(AZURE_SQL_MIGRATIONS));
    expect(principals.filter(({ type }) => type === "E")).toEqual(
      USERS.map(({ name }, at) => ({
        name,
        sid: `0x1111111122223333444455555555550${at + 1}`,
        type: "E",
        roles: ["db_datareader", "db_datawriter"],
      })),
    );
  });

  test("is changed in one transaction only, after the lock is held", async () => {
    const { session, said } = modelServer(NEW);
    await prepareDatabase(session, USERS);
    expect(said.filter(({ inTransaction }) => !inTransaction)).toEqual([]);
    expect(said[0]?.text).toContain("sp_getapplock");
    expect(said.findIndex(({ text }) => change.test(text))).toBeGreaterThan(0);
  });

  test("no statement names a password or a login", async () => {
    const { session, said } = modelServer(NEW);
    await prepareDatabase(session, USERS);
    const users = said.filter(({ text }) => text.startsWith("create user"));
    expect(users).toHaveLength(USERS.length);
    expect(said.filter(({ text }) => /password|\blogin\b|external provider/i.test(text))).toEqual(
      [],
    );
  });
});

/** What the last migration makes. */
const LATEST = new Set(ACCEPTANCE_COLUMNS.map(({ column }) => `column ${column}`));

describe("a database that was prepared before", () => {
  test("is not changed by preparing it again", async () => {
    const { session, said, state } = modelServer(await prepared());
    expect(await prepareDatabase(session, USERS)).toEqual({ migrations: [], users: [] });
    expect(state()).toEqual(await prepared());
    expect(said.filter(({ text }) => change.test(text))).toEqual([]);
  });

  test("gets the migrations and users that were added since, and no others", async () => {
    const done = await prepared();
    const names = Object.keys(AZURE_SQL_MIGRATIONS);
    const older = {
      ...done,
      things: done.things.filter((thing) => !LATEST.has(thing)),
      migrations: names.slice(0, -1),
      principals: done.principals.filter(({ name }) => name !== "id-orch"),
    };
    const { session, state } = modelServer(older);
    const { migrations, users } = await prepareDatabase(session, USERS);
    expect(migrations).toEqual(names.slice(-1));
    expect(new Set(users.map(({ user }) => user))).toEqual(new Set(["id-orch"]));
    expect(new Set(state().things)).toEqual(new Set(done.things));
  });

  test("refuses to run without a migration that it has already run", async () => {
    const done = await prepared();
    const newer = { ...done, migrations: [...done.migrations, "9999-from-the-future"] };
    const { session, state } = modelServer(newer);
    await expect(prepareDatabase(session, USERS)).rejects.toThrow("9999-from-the-future");
    expect(state()).toEqual(newer);
  });
});

/** Statements, begin and commit of a run that goes well. */
async function countSteps(): Promise<number> {
  const { session, said } = modelServer(NEW);
  await prepareDatabase(session, USERS);
  return said.length + 2;
}

describe("whatever fails", () => {
  test("wherever it fails, the database is as before, and the next run brings it all", async () => {
    const steps = await countSteps();
    const wanted = await prepared();
    for (let failAt = 0; failAt < steps; failAt += 1) {
      const server = modelServer(NEW, { failAt });
      await expect(prepareDatabase(server.session, USERS)).rejects.toThrow("the server broke");
      await server.session.close();
      expect(server.state()).toEqual(NEW);
      expect(server.said.filter(({ inTransaction }) => !inTransaction)).toEqual([]);
      const again = modelServer(server.state());
      await prepareDatabase(again.session, USERS);
      expect(again.state()).toEqual(wanted);
    }
    expect(steps).toBeGreaterThan(50);
  });

  test("a commit whose answer is lost does no harm when it is done again", async () => {
    const failAt = (await countSteps()) - 1;
    const server = modelServer(NEW, { failAt, commitTakes: true });
    await expect(prepareDatabase(server.session, USERS)).rejects.toThrow("broke at commit");
    expect(server.state()).toEqual(await prepared());
    const again = modelServer(server.state());
    expect(await prepareDatabase(again.session, USERS)).toEqual({ migrations: [], users: [] });
  });

  test.each([-1, -2, -3, -999])("a lock that is not granted (%s) changes nothing", async (lock) => {
    const { session, state, said } = modelServer(NEW, { lock });
    await expect(prepareDatabase(session, USERS)).rejects.toThrow("another bootstrap");
    expect(state()).toEqual(NEW);
    expect(said).toHaveLength(1);
  });

  test("a database that reads without snapshots is refused", async () => {
    const { session, state } = modelServer(NEW, { snapshots: false });
    await expect(prepareDatabase(session, USERS)).rejects.toThrow("READ_COMMITTED_SNAPSHOT");
    expect(state()).toEqual(NEW);
  });
});
