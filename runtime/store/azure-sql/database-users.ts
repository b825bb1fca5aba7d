/** Reads who is in a database and carries out the steps of a plan. Names are quoted, never
 *  concatenated; no statement here could hold a password. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { DATABASE_RIGHTS } from "../../contract/blueprint/database-rights.ts";
import type { DatabaseUser } from "../../contract/blueprint/database-users.ts";
import { sidOf } from "./sid.ts";
import type { Principal, UserStep, WantedUser } from "./user-plan.ts";

// biome-ignore lint/suspicious/noExplicitAny: the catalogue is in no schema of ours.
type AnyDatabase = Kysely<any>;

type PrincipalRow = {
  readonly name: string;
  readonly sid: string | null;
  readonly type: string;
  readonly role: string | null;
};

export function wantedUser({ component, name, clientId }: DatabaseUser): WantedUser {
  const right = DATABASE_RIGHTS.find((each) => each.component === component);
  if (right === undefined) throw new Error(`${component} has no rights in the database`);
  return { name, sid: sidOf(clientId), roles: right.roles };
}

/** One row for each role of each principal, so that one question tells all. */
export async function readPrincipals(db: AnyDatabase): Promise<readonly Principal[]> {
  const { rows } = await sql<PrincipalRow>`select p.name, convert(varchar(200), p.sid, 1) as sid,
      rtrim(p.type) as type, r.name as role
    from sys.database_principals as p
    left join sys.database_role_members as m on m.member_principal_id = p.principal_id
    left join sys.database_principals as r on r.principal_id = m.role_principal_id
    where p.is_fixed_role = 0 order by p.principal_id, r.name`.execute(db);
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.flatMap((name) => {
    const own = rows.filter((row) => row.name === name);
    const roles = own.flatMap(({ role }) => (role === null ? [] : [role]));
    return own.slice(0, 1).map(({ sid, type }) => ({ name, sid, type, roles }));
  });
}

function statementOf(step: UserStep): RawBuilder<unknown> {
  const user = sql.id(step.user);
  switch (step.kind) {
    case "drop-user":
      return sql`drop user ${user}`;
    case "create-user":
      return sql`create user ${user} with sid = ${sql.raw(step.sid)}, type = E`;
    case "add-role":
      return sql`alter role ${sql.id(step.role)} add member ${user}`;
    case "drop-role":
      return sql`alter role ${sql.id(step.role)} drop member ${user}`;
  }
}

/** One after the other, in the order of the plan: a name is free once its holder is dropped. */
export async function carryOut(db: AnyDatabase, steps: readonly UserStep[]): Promise<void> {
  for (const step of steps) await statementOf(step).execute(db);
}
