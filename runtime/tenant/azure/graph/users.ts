/** Users in Graph. A user is made under a name that can be taken only once, so making one may be
 *  tried again after an answer was lost: if the first try went through, the second is told that
 *  the name is taken, and looking tells whose it is.
 *  U1. A user found after a lost answer counts as ours only if it was made after we first asked
 *      and has the display name and the state we asked for.
 *  U2. Whatever a later try is told, a lost answer stays `ambiguous` until somebody is seen. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Answer, Directory, DirectoryUser, NewUser, UserKey } from "../../directory.ts";
import type { TenantFailure } from "../../failure.ts";
import { expectDone, type Graph, newPassword, readAnswer, withSecret } from "./client.ts";
import { segment } from "./odata.ts";

const GraphUser = z.looseObject({ id: z.string().min(1), userPrincipalName: z.string() });
const ALWAYS = ["id", "userPrincipalName"];
const OBJECT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A name that begins with `$` would be read as an operator, if it stood there as a segment. */
const userPath = (key: UserKey): string =>
  key.startsWith("$")
    ? `/v1.0/users('${segment(key.replaceAll("'", "''"))}')`
    : `/v1.0/users/${segment(key)}`;

type Users = Pick<
  Directory,
  "findUser" | "createUser" | "updateUser" | "setAccountEnabled" | "deleteUser"
>;

export function users(graph: Graph): Users {
  const findUser: Users["findUser"] = (key, select = []) => find(graph, key, select);
  return {
    findUser,
    createUser: (user) => create(graph, user),
    updateUser: (key, properties) => update(graph, key, properties),
    setAccountEnabled: (key, accountEnabled) => update(graph, key, { accountEnabled }),
    deleteUser: async (key) => {
      // By its id: a repeat by name could delete whoever has the name by then.
      const path = await pathById(graph, key);
      if (!path.ok) return path.error.kind === "not-found" ? ok("absent") : path;
      const call = graph.call({ method: "DELETE", path: path.value, repeat: "harmless" });
      return expectDone(graph, call, "deleted", { kind: "not-found", word: "absent" });
    },
  };
}

async function update(graph: Graph, key: UserKey, properties: JsonObject): Answer<void> {
  // Once it is renamed, its old name no longer finds it: a repeat needs the id.
  const path = Object.hasOwn(properties, "userPrincipalName")
    ? await pathById(graph, key)
    : ok(userPath(key));
  if (!path.ok) return path;
  const body = () => properties;
  const call = graph.call({ method: "PATCH", path: path.value, body, repeat: "harmless" });
  const done = await expectDone(graph, call, "done", null);
  return done.ok ? ok(undefined) : done;
}

async function find(
  graph: Graph,
  key: UserKey,
  select: readonly string[],
): Promise<Result<DirectoryUser | null, TenantFailure>> {
  const names = [...new Set([...ALWAYS, ...select])].map(segment).join(",");
  const path = `${userPath(key)}?$select=${names}`;
  const read = readAnswer(
    graph,
    GraphUser,
    await graph.call({ method: "GET", path, repeat: "harmless" }),
  );
  if (read.ok) return ok(directoryUser(read.value));
  return read.error.kind === "not-found" ? ok(null) : read;
}

async function pathById(graph: Graph, key: UserKey): Promise<Result<string, TenantFailure>> {
  if (OBJECT_ID.test(key)) return ok(userPath(key));
  const found = await find(graph, key, []);
  if (!found.ok) return found;
  return found.value === null ? fail(noUser(key)) : ok(userPath(found.value.id));
}

const noUser = (key: UserKey): TenantFailure => ({
  kind: "not-found",
  code: "user",
  message: `There is no user ${key}.`,
});

function directoryUser(user: z.output<typeof GraphUser>): DirectoryUser {
  const entries = Object.entries(user).filter(([name]) => !name.startsWith("@odata."));
  const { id, userPrincipalName } = user;
  return { id, userPrincipalName, properties: Object.fromEntries(entries) };
}

const TRIES_MAX = 3;
const LOOKS_MAX = 4;
const FIRST_LOOK_MS = 1_000;
/** The service's clock may be behind ours. */
const SKEW_MS = 120_000;

async function create(plain: Graph, user: NewUser): Answer<DirectoryUser> {
  const since = new Date(plain.now().getTime() - SKEW_MS);
  const password = newPassword(plain);
  const graph = withSecret(plain, password);
  const body = (): JsonObject => ({
    mailNickname: nickname(user.userPrincipalName),
    ...user.properties,
    userPrincipalName: user.userPrincipalName,
    displayName: user.displayName,
    accountEnabled: user.accountEnabled,
    passwordProfile: { forceChangePasswordNextSignIn: true, password: password.reveal() },
  });
  let lost: TenantFailure | null = null;
  for (let tries = 1; ; tries += 1) {
    const answer = await graph.call({
      method: "POST",
      path: "/v1.0/users",
      body,
      repeat: "unsafe",
    });
    const made = readAnswer(graph, GraphUser, answer, "made");
    if (made.ok) return ok(directoryUser(made.value));
    if (made.error.kind !== "ambiguous") {
      if (lost === null) return made;
      return (await lookAfter(graph, user, since, LOOKS_MAX)) ?? fail(lost);
    }
    lost = made.error;
    const seen = await lookAfter(graph, user, since, 1);
    if (seen !== null) return seen;
    if (tries === TRIES_MAX) return fail(lost);
  }
}

/** Whose it is now, under the name we asked for; null when nobody is seen, which need not last:
 *  directories replicate. */
async function lookAfter(
  graph: Graph,
  user: NewUser,
  since: Date,
  looksMax: number,
): Promise<Result<DirectoryUser, TenantFailure> | null> {
  const compared = ["createdDateTime", "displayName", "accountEnabled"];
  for (let looks = 1; looks <= looksMax; looks += 1) {
    await graph.pause(FIRST_LOOK_MS * 2 ** (looks - 1));
    const found = await find(graph, user.userPrincipalName, compared);
    if (!found.ok) return null;
    if (found.value !== null)
      return isOurs(found.value, user, since) ? ok(found.value) : fail(TAKEN);
  }
  return null;
}

function isOurs({ properties }: DirectoryUser, user: NewUser, since: Date): boolean {
  const made = Date.parse(String(properties.createdDateTime));
  return (
    made >= since.getTime() &&
    properties.displayName === user.displayName &&
    properties.accountEnabled === user.accountEnabled
  );
}

const TAKEN: TenantFailure = {
  kind: "conflict",
  code: "userPrincipalName",
  message: "Somebody else has this user principal name.",
};

/** Graph wants one of every user; characters it does not take there are left out. */
const nickname = (userPrincipalName: string): string =>
  (userPrincipalName.split("@")[0] ?? "").replaceAll(/[^A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.]/g, "") ||
  "user";
