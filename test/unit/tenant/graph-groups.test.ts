import { afterEach, describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import type { Asked, Script } from "./scripted-service.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const GROUP = "bbbbbbbb-0000-4000-8000-000000000001";
const USER = "aaaaaaaa-0000-4000-8000-000000000001";
const error = (status: number, code: string, message: string) => ({
  status,
  json: { error: { code, message } },
});

let world: TenantWorld;
const start = async (script: Script) => {
  world = await tenantWorld(script);
  return world.session.directory;
};
afterEach(() => world.service.close());

describe("groups in Graph", () => {
  test("M-117 (part): a name is escaped before it is looked for", async () => {
    const directory = await start(() => ({
      status: 200,
      json: { value: [{ id: GROUP, displayName: "R&D 'x'" }] },
    }));
    expect(await world.settled(directory.findGroup("R&D 'x'"))).toEqual({
      ok: true,
      value: { id: GROUP, displayName: "R&D 'x'" },
    });
    const query = new URL(`http://x${world.service.asked[0]?.path}`).searchParams;
    expect(query.get("$filter")).toBe("displayName eq 'R&D ''x'''");
  });

  test("M-117 (part): a name that two groups share is refused, never picked from", async () => {
    const group = { id: GROUP, displayName: "Sales" };
    const directory = await start(() => ({ status: 200, json: { value: [group, group] } }));
    expect(await world.settled(directory.findGroup("Sales"))).toMatchObject({
      ok: false,
      error: { kind: "refused", code: "two-groups" },
    });
  });

  const group = { id: GROUP, displayName: "Sales" };
  const onPages =
    (...pages: readonly (readonly unknown[])[]): Script =>
    ({ path }) => {
      const at = Number(new URL(`http://x${path}`).searchParams.get("page"));
      const link = `${world.service.address}/v1.0/groups?page=${at + 1}`;
      const more = at + 1 < pages.length ? { "@odata.nextLink": link } : {};
      return { status: 200, json: { value: pages[at], ...more } };
    };

  test("M-117 (part): a group is found behind a page that is empty", async () => {
    const directory = await start(onPages([], [group]));
    expect(await world.settled(directory.findGroup("Sales"))).toEqual({ ok: true, value: group });
  });

  test("M-117 (part): nor is a name picked whose second group is on another page", async () => {
    const directory = await start(onPages([group], [{ ...group, id: USER }]));
    expect(await world.settled(directory.findGroup("Sales"))).toMatchObject({
      ok: false,
      error: { kind: "refused", code: "two-groups" },
    });
  });

  test("M-117 (part): a group is found by its id; one that is not there is null", async () => {
    const directory = await start(() => error(404, "Request_ResourceNotFound", "no"));
    expect(await world.settled(directory.findGroup(GROUP))).toEqual({ ok: true, value: null });
    expect(world.service.asked[0]?.path).toBe(`/v1.0/groups/${GROUP}?$select=id,displayName`);
  });

  test("M-117 (part): adding who is in already is no failure", async () => {
    const directory = await start((_asked, count) =>
      count === 1
        ? { status: 204 }
        : error(
            400,
            "Request_BadRequest",
            "One or more added object references already exist for the following modified " +
              "properties: 'members'.",
          ),
    );
    expect(await world.settled(directory.addMember(GROUP, USER))).toEqual({
      ok: true,
      value: "added",
    });
    expect(await world.settled(directory.addMember(GROUP, USER))).toEqual({
      ok: true,
      value: "already",
    });
    expect(world.service.asked[0]).toMatchObject({
      method: "POST",
      path: `/v1.0/groups/${GROUP}/members/$ref`,
      body: { "@odata.id": `${world.service.address}/v1.0/directoryObjects/${USER}` },
    });
  });

  test("M-117 (part): a member is taken out by reference, never deleted", async () => {
    const directory = await start((_asked, count) =>
      count === 1 ? { status: 204 } : error(404, "Request_ResourceNotFound", "no"),
    );
    expect(await world.settled(directory.removeMember(GROUP, USER))).toEqual({
      ok: true,
      value: "removed",
    });
    expect(await world.settled(directory.removeMember(GROUP, USER))).toEqual({
      ok: true,
      value: "absent",
    });
    for (const { method, path } of world.service.asked) {
      expect(`${method} ${path}`).toBe(`DELETE /v1.0/groups/${GROUP}/members/${USER}/$ref`);
    }
  });
});

describe("lists in pages", () => {
  const linkTo = (count: number) => `${world.service.address}/v1.0/g/members?$skiptoken=${count}`;
  const page = (ids: readonly string[], next?: string) => ({
    status: 200,
    json: { value: ids.map((id) => ({ id })), ...(next && { "@odata.nextLink": next }) },
  });

  test("M-117 (part): are read to their end, or to where the caller wants no more", async () => {
    const directory = await start(({ path }) =>
      path.includes("skip")
        ? page(["c", "d"])
        : page(["a", "b"], `${world.service.address}/v1.0/groups/g/members?$skiptoken=skip`),
    );
    expect(await world.settled(directory.members(GROUP, 10))).toEqual({
      ok: true,
      value: { ids: ["a", "b", "c", "d"], more: false },
    });
    expect(await world.settled(directory.members(GROUP, 3))).toEqual({
      ok: true,
      value: { ids: ["a", "b", "c"], more: true },
    });
  });

  test("R52: a link to another host is not followed, and no token goes there", async () => {
    const thief = await tenantWorld(() => page(["x"]));
    const directory = await start(() => page(["a"], `${thief.service.address}/v1.0/next`));
    expect(await world.settled(directory.members(GROUP, 10))).toMatchObject({
      ok: false,
      error: { kind: "refused", code: "strange-link" },
    });
    expect(thief.service.asked).toHaveLength(0);
    await thief.service.close();
  });

  test.each([
    [
      "ever new pages without anybody",
      (count: number) => page([], linkTo(count)),
      LIMITS.pagesPerList,
    ],
    ["back to a page it gave", () => page([], linkTo(1)), 2],
  ])("R32 (part): a list that links to %s ends as a failure", async (_what, answer, asked) => {
    const directory = await start((_asked, count) => answer(count));
    expect(await world.settled(directory.members(GROUP, 10))).toMatchObject({
      ok: false,
      error: { kind: "refused", code: "endless-list" },
    });
    expect(world.service.asked).toHaveLength(asked);
  });

  test("M-117 (part): as many as are wanted, and a page without others, are all", async () => {
    const directory = await start(({ path }) =>
      path.includes("skip") ? page([]) : page(["a", "b"], linkTo(1)),
    );
    expect(await world.settled(directory.members(GROUP, 2))).toEqual({
      ok: true,
      value: { ids: ["a", "b"], more: false },
    });
  });

  test("R32 (part): a page that cannot be read fails the whole list", async () => {
    const directory = await start(({ path }) =>
      path.includes("skip")
        ? { status: 200, json: { value: "none" } }
        : page(["a"], `${world.service.address}/v1.0/x?skip`),
    );
    expect(await world.settled(directory.members(GROUP, 10))).toMatchObject({
      ok: false,
      error: { code: "unreadable" },
    });
  });
});

describe("memberships asked together", () => {
  const groups = Array.from({ length: 45 }, (_, index) => `group-${index}`);
  type Part = { readonly id: string; readonly url: string; readonly body: { groupIds: string[] } };
  const partsOf = ({ body }: Asked) => (body as { readonly requests: readonly Part[] }).requests;
  const yes = ({ id, body }: Part) => ({ id, status: 200, body: { value: [body.groupIds[0]] } });

  test("M-117 (part): one question goes alone", async () => {
    const directory = await start(() => ({ status: 200, json: { value: ["group-1"] } }));
    expect(await world.settled(directory.memberOf(USER, groups.slice(0, 3)))).toEqual({
      ok: true,
      value: new Set(["group-1"]),
    });
    expect(world.service.asked[0]?.path).toBe(`/v1.0/users/${USER}/checkMemberGroups`);
  });

  test("M-119: in a batch only what was put off is asked again, when it was told", async () => {
    const directory = await start((asked, count) => {
      const parts = partsOf(asked);
      const responses = parts.map((part) =>
        count === 1 && part.id === "1"
          ? { id: "1", status: 429, headers: { "Retry-After": "11" }, body: {} }
          : yes(part),
      );
      return { status: 200, json: { responses: responses.toReversed() } };
    });
    expect(await world.settled(directory.memberOf(USER, groups))).toEqual({
      ok: true,
      value: new Set(["group-0", "group-20", "group-40"]),
    });
    expect(world.service.asked.map((asked) => partsOf(asked).map(({ id }) => id))).toEqual([
      ["0", "1", "2"],
      ["1"],
    ]);
    expect(world.clock.now()).toEqual(new Date("2026-03-02T08:00:11Z"));
    // The budget hears of the part that was put off, although the whole was answered.
    expect(world.ends).toEqual([{ kind: "throttled", retryAfterMs: 11_000 }, { kind: "answered" }]);
  });

  test.each([
    ["30", 30_000],
    [30, 30_000],
    [30.5, 500],
    ["30 €", 500],
    [null, 500],
  ])("M-119 (part): a part that is put off by %j is asked again after %d ms", async (wait, ms) => {
    const headers = { "x note": "50 €", "X-Note": "50 €", "Retry-After": wait };
    const directory = await start((asked, count) => ({
      status: 200,
      json: {
        responses: partsOf(asked).map((part) =>
          count === 1 && part.id === "0"
            ? { id: "0", status: 429, headers, body: {} }
            : { ...yes(part), headers },
        ),
      },
    }));
    expect(await world.settled(directory.memberOf(USER, groups))).toMatchObject({ ok: true });
    expect(world.clock.now().getTime() - Date.parse("2026-03-02T08:00:00Z")).toBe(ms);
    const retryAfterMs = ms === 30_000 ? ms : null;
    expect(world.ends).toEqual([{ kind: "throttled", retryAfterMs }, { kind: "answered" }]);
  });

  test("M-119: parts that are put off for ever end as throttled", async () => {
    const directory = await start((asked) => ({
      status: 200,
      json: { responses: partsOf(asked).map(({ id }) => ({ id, status: 429, body: {} })) },
    }));
    expect(await world.settled(directory.memberOf(USER, groups))).toMatchObject({
      ok: false,
      error: { kind: "throttled", api: "graph", attempts: 5 },
    });
  });

  test("M-117 (part): a user that is not there is said so", async () => {
    const directory = await start((asked) => ({
      status: 200,
      json: {
        responses: partsOf(asked).map(({ id }) => ({
          id,
          status: 404,
          body: { error: { code: "Request_ResourceNotFound", message: "no" } },
        })),
      },
    }));
    expect(await world.settled(directory.memberOf(USER, groups))).toMatchObject({
      ok: false,
      error: { kind: "not-found" },
    });
  });
});
