import { afterEach, describe, expect, test } from "@jest/globals";
import type { Script } from "./scripted-service.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const UPN = "ada@contoso.example";
const NEW = {
  userPrincipalName: UPN,
  displayName: "Ada",
  accountEnabled: true,
  properties: { department: "Engines" },
};
const CREATED = { status: 201, json: { id: ID, userPrincipalName: UPN, displayName: "Ada" } };
const TAKEN = {
  status: 400,
  json: {
    error: {
      code: "Request_BadRequest",
      message: "Another object with the same value for property userPrincipalName already exists.",
    },
  },
};
const ABSENT = {
  status: 404,
  json: { error: { code: "Request_ResourceNotFound", message: "Resource does not exist." } },
};
const found = (createdDateTime: string, displayName = "Ada") => ({
  status: 200,
  json: { id: ID, userPrincipalName: UPN, createdDateTime, displayName, accountEnabled: true },
});
const JUST_NOW = "2026-03-02T08:00:01Z";

let world: TenantWorld;
const start = async (script: Script) => {
  world = await tenantWorld(script);
  return world.session.directory;
};
afterEach(() => world.service.close());

describe("users in Graph", () => {
  test("M-117 (part): a user is found by a name that needs escaping", async () => {
    const directory = await start(() => ({
      status: 200,
      json: { "@odata.context": "…", id: ID, userPrincipalName: "a#EXT#@b", department: null },
    }));
    const user = await world.settled(directory.findUser("a'b#EXT#@b", ["department"]));
    expect(user).toEqual({
      ok: true,
      value: {
        id: ID,
        userPrincipalName: "a#EXT#@b",
        properties: { id: ID, userPrincipalName: "a#EXT#@b", department: null },
      },
    });
    expect(world.service.asked[0]?.path).toBe(
      "/v1.0/users/a'b%23EXT%23%40b?$select=id,userPrincipalName,department",
    );
  });

  test("M-117 (part): who is not there is null; a 404 without a reason is not that", async () => {
    const directory = await start((_asked, count) => (count === 1 ? ABSENT : { status: 404 }));
    expect(await world.settled(directory.findUser(UPN))).toEqual({ ok: true, value: null });
    expect(await world.settled(directory.findUser(UPN))).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 404 },
    });
  });

  test("M-117 (part): a user is made with a password that nobody is told", async () => {
    const directory = await start(() => CREATED);
    const made = await world.settled(directory.createUser(NEW));
    expect(made).toMatchObject({ ok: true, value: { id: ID, userPrincipalName: UPN } });
    const body = world.service.asked[0]?.body as Record<string, Record<string, unknown>>;
    expect(body).toMatchObject({ ...NEW.properties, mailNickname: "ada", displayName: "Ada" });
    const password = String(body.passwordProfile?.password);
    expect(password.length).toBeGreaterThan(30);
    expect(JSON.stringify(made)).not.toContain(password);
    expect(world.service.asked[0]?.headers).toMatchObject({
      authorization: "Bearer token-of-the-test",
      "client-request-id": expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/),
    });
  });

  test("M-117 (part): a name that is taken is a conflict", async () => {
    const directory = await start(() => TAKEN);
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: false,
      error: { kind: "conflict", code: "Request_BadRequest" },
    });
    expect(world.service.asked).toHaveLength(1);
  });

  test("M-119 (part): a lost answer is looked for before anything is repeated", async () => {
    const directory = await start(({ method }) => (method === "POST" ? "break" : found(JUST_NOW)));
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: true,
      value: { id: ID },
    });
    expect(world.service.asked.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test("M-119 (part): what is unseen after a lost answer is asked for again", async () => {
    let reads = 0;
    const directory = await start(({ method }, count) => {
      if (method === "POST") return count === 1 ? { status: 504 } : TAKEN;
      reads += 1;
      return reads < 4 ? ABSENT : found(JUST_NOW);
    });
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: true,
      value: { id: ID },
    });
    expect(world.service.asked.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  test.each([
    ["made long before", found("2024-01-01T00:00:00Z")],
    ["of another name", found(JUST_NOW, "Grace")],
  ])("M-119 (part): a user %s is not taken for ours after a lost answer", async (_what, seen) => {
    const directory = await start(({ method }) => (method === "POST" ? "break" : seen));
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: false,
      error: { kind: "conflict", code: "userPrincipalName" },
    });
  });

  test.each([
    ["no body", { status: 201 }],
    ["an empty object", { status: 201, json: {} }],
  ])("M-119 (part): a user made with %s for an answer is looked for", async (_what, made) => {
    let isSeen = true;
    const directory = await start(({ method }) => {
      if (method === "POST") return made;
      return isSeen ? found(JUST_NOW) : ABSENT;
    });
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: true,
      value: { id: ID },
    });
    isSeen = false;
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: false,
      error: { kind: "ambiguous", code: "unreadable" },
    });
  });

  test.each([
    ["put off", { status: 429, headers: { "retry-after": "600" } }],
    ["refused", { status: 403 }],
  ])("M-119 (part): a lost answer stays one when the next try is %s", async (_what, next) => {
    const madeWhenSeenAfter = async (looksMax: number) => {
      let looks = 0;
      const directory = await start(({ method }, count) => {
        if (method === "POST") return count === 1 ? "break" : next;
        looks += 1;
        return looks > looksMax ? found(JUST_NOW) : ABSENT;
      });
      return world.settled(directory.createUser(NEW));
    };
    expect(await madeWhenSeenAfter(Infinity)).toMatchObject({
      ok: false,
      error: { kind: "ambiguous", code: "no-answer" },
    });
    await world.service.close();
    expect(await madeWhenSeenAfter(3)).toMatchObject({ ok: true, value: { id: ID } });
  });

  test("M-119 (part): what cannot be told is ambiguous", async () => {
    const directory = await start(({ method }) => (method === "POST" ? "break" : ABSENT));
    expect(await world.settled(directory.createUser(NEW))).toMatchObject({
      ok: false,
      error: { kind: "ambiguous" },
    });
    expect(world.service.asked.filter(({ method }) => method === "POST")).toHaveLength(3);
  });

  test("M-117 (part): renaming goes by the id, so that a repeat finds the user", async () => {
    const directory = await start(({ method }, count) => {
      if (method === "GET") return { status: 200, json: { id: ID, userPrincipalName: UPN } };
      return count === 2 ? { status: 502 } : { status: 204 };
    });
    const to = { userPrincipalName: "ada@fabrikam.example" };
    expect(await world.settled(directory.updateUser(UPN, to))).toEqual({ ok: true });
    const patches = world.service.asked.slice(1);
    expect(patches.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PATCH /v1.0/users/${ID}`,
      `PATCH /v1.0/users/${ID}`,
    ]);
    expect(patches[1]?.body).toEqual(to);
  });

  test("M-117 (part): a user is deleted by its id; one that is gone is absent", async () => {
    const directory = await start(({ method }) =>
      method === "GET" ? { status: 200, json: { id: ID, userPrincipalName: UPN } } : ABSENT,
    );
    expect(await world.settled(directory.deleteUser(UPN))).toEqual({ ok: true, value: "absent" });
    expect(world.service.asked.at(-1)).toMatchObject({
      method: "DELETE",
      path: `/v1.0/users/${ID}`,
    });
  });
});
