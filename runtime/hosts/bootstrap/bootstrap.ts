/** What the bootstrap job does, from its settings to one sentence for its log: sign in, connect,
 *  bring tables and users up to date. It is given how to sign in, connect and wait.
 *  The job runs inside the network as a member of the group that administers the server; it knows
 *  no password, because none exists. */
import { readDatabaseUsers } from "../../contract/blueprint/database-users.ts";
import { type Environment, readSettings } from "../../contract/blueprint/settings/read.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { connect } from "../../store/azure-sql/connect.ts";
import { type Prepared, prepareDatabase } from "../../store/azure-sql/prepare-database.ts";
import type { SqlSession } from "../../store/azure-sql/session.ts";
import type { UserStep } from "../../store/azure-sql/user-plan.ts";

export type Surroundings = {
  readonly environment: Environment;
  /** A token for the database, as the identity with this client id. */
  readonly signIn: (clientId: string) => Promise<string>;
  readonly open: (address: {
    readonly server: string;
    readonly database: string;
    readonly token: string;
  }) => Promise<SqlSession>;
  readonly pauseMs: (ms: number) => Promise<void>;
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const told = ({ kind, user, ...rest }: UserStep): string =>
  "role" in rest ? `${kind} ${rest.role} ${user}` : `${kind} ${user}`;

function sentence({ migrations, users }: Prepared): string {
  const tables = migrations.length === 0 ? "were up to date" : `now have ${migrations.join(", ")}`;
  const people = users.length === 0 ? "were as wanted" : users.map(told).join(", ");
  return `tables ${tables}; users ${people}`;
}

async function prepare(
  session: SqlSession,
  users: Parameters<typeof prepareDatabase>[1],
): Promise<Result<string, string>> {
  try {
    return ok(sentence(await prepareDatabase(session, users)));
  } catch (error) {
    return fail(`the database is as it was before, because this failed: ${textOf(error)}`);
  } finally {
    await session.close();
  }
}

export async function bootstrap(around: Surroundings): Promise<Result<string, string>> {
  const settings = readSettings("database-bootstrap", around.environment);
  if (!settings.ok) return fail(settings.error.message);
  const { AZURE_CLIENT_ID, DROVER_SQL_SERVER, DROVER_SQL_DATABASE } = settings.value;
  const users = readDatabaseUsers(settings.value.DROVER_DATABASE_USERS);
  if (!users.ok) return fail(`DROVER_DATABASE_USERS cannot be used: ${users.error}`);
  let token: string;
  try {
    token = await around.signIn(AZURE_CLIENT_ID);
  } catch (error) {
    return fail(`the identity ${AZURE_CLIENT_ID} gets no token for the database: ${textOf(error)}`);
  }
  const address = { server: DROVER_SQL_SERVER, database: DROVER_SQL_DATABASE, token };
  const session = await connect(() => around.open(address), around.pauseMs);
  if (session.ok) return prepare(session.value, users.value);
  const { kind, message } = session.error;
  const where = `${DROVER_SQL_DATABASE} on ${DROVER_SQL_SERVER}`;
  return fail(
    kind === "refused"
      ? `${where} does not let this identity in: ${message}; is it in the group of ` +
          "administrators? A membership given a moment ago may need some minutes"
      : `${where} cannot be reached from here: ${message}`,
  );
}
