/** The users that a database is to have, as the program tells them to the job that makes them:
 *  one for each identity whose component has rights there and code that uses them. A user is
 *  known by the client id of its identity; there is no login and no password to tell. */
import { z } from "zod";
import { fail, ok, type Result } from "../result.ts";
import type { ComponentName } from "./components.ts";
import { DATABASE_RIGHTS } from "./database-rights.ts";

const COMPONENTS_WITH_RIGHTS: ReadonlySet<string> = new Set(
  DATABASE_RIGHTS.map(({ component }) => component),
);

const hasRights = (name: unknown): name is ComponentName =>
  typeof name === "string" && COMPONENTS_WITH_RIGHTS.has(name);

const DatabaseUser = z.strictObject({
  component: z.custom<ComponentName>(hasRights, "has no rights in the database"),
  /** The name of the identity in Azure, which becomes that of the user. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/, "is not the name of an identity"),
  clientId: z.guid("is not a GUID").transform((id) => id.toLowerCase()),
});

export type DatabaseUser = Readonly<z.output<typeof DatabaseUser>>;

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

const DatabaseUsers = z
  .array(DatabaseUser)
  .refine((users) => isUnique(users.map(({ name }) => name.toLowerCase())), "a name comes twice")
  .refine((users) => isUnique(users.map(({ clientId }) => clientId)), "a client id comes twice");

/** The form of the setting `DROVER_DATABASE_USERS`. */
export const writeDatabaseUsers = (users: readonly DatabaseUser[]): string => JSON.stringify(users);

export function readDatabaseUsers(text: string): Result<readonly DatabaseUser[], string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail("it is not JSON");
  }
  const parsed = DatabaseUsers.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")} ${message}`,
  );
  return fail(problems.join("; "));
}
