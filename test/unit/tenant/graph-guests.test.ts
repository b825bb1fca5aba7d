import { afterEach, describe, expect, test } from "@jest/globals";
import type { Script } from "./scripted-service.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const INVITATION = {
  emailAddress: "ada@partner.example",
  displayName: "Ada",
  redirectUrl: "https://myapps.microsoft.com",
  sendMessage: false,
  existingUserId: null,
};
const INVITED = { status: 201, json: { invitedUser: { id: ID } } };
const list = (...items: readonly object[]) => ({ status: 200, json: { value: items } });

let world: TenantWorld;
const start = async (script: Script, webhooks = new Map<string, string>()) => {
  world = await tenantWorld(script, { webhooks });
  return world.session;
};
afterEach(() => world.service.close());

describe("guests in Graph", () => {
  test("M-117 (part): an invitation keeps the account it is for", async () => {
    const { directory } = await start(() => INVITED);
    const invited = directory.invite({ ...INVITATION, existingUserId: ID });
    expect(await world.settled(invited)).toEqual({ ok: true, value: { userId: ID } });
    expect(world.service.asked[0]).toMatchObject({
      path: "/v1.0/invitations",
      body: { invitedUserEmailAddress: INVITATION.emailAddress, invitedUser: { id: ID } },
    });
  });

  test("M-117 (part): an invitation's mail says what it is told to", async () => {
    const { directory } = await start(({ method }) => (method === "GET" ? list() : INVITED));
    const mailed = { ...INVITATION, sendMessage: true, message: "Welcome!" };
    expect(await world.settled(directory.invite(mailed))).toMatchObject({ ok: true });
    expect(world.service.asked[1]).toMatchObject({
      path: "/v1.0/invitations",
      body: {
        sendInvitationMessage: true,
        invitedUserMessageInfo: { customizedMessageBody: "Welcome!" },
      },
    });
  });

  test.each([
    ["has one", list({ id: ID, externalUserState: "Accepted" }), { ok: true }],
    ["cannot be looked for", { status: 403 }, { ok: false, error: { kind: "refused" } }],
  ])("R09 (part): who %s is sent no invitation by mail", async (_what, seen, end) => {
    const { directory } = await start(() => seen);
    const invited = directory.invite({ ...INVITATION, sendMessage: true });
    expect(await world.settled(invited)).toMatchObject(end);
    expect(world.service.asked.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("M-119 (part): after a lost answer a guest is looked for, then invited", async () => {
    let posts = 0;
    const { directory } = await start(({ method }) => {
      if (method === "GET") return list();
      posts += 1;
      return posts === 1 ? { status: 502 } : INVITED;
    });
    expect(await world.settled(directory.invite(INVITATION))).toEqual({
      ok: true,
      value: { userId: ID },
    });
    const query = new URL(`http://x${world.service.asked[1]?.path}`).searchParams;
    expect(query.get("$filter")).toBe("mail eq 'ada@partner.example'");
  });

  test.each([
    ["seen", list({ id: ID, externalUserState: "PendingAcceptance" }), { ok: true }],
    ["not seen", list(), { ok: false, error: { kind: "ambiguous" } }],
    ["not known to be invited", list({ id: ID }), { ok: false, error: { kind: "ambiguous" } }],
  ])(
    "M-119 (part): no second mail is sent after a lost answer: a guest %s",
    async (_what, seen, end) => {
      let isSent = false;
      const { directory } = await start(({ method }) => {
        if (method === "GET") return isSent ? seen : list();
        isSent = true;
        return "break";
      });
      const invited = directory.invite({ ...INVITATION, sendMessage: true });
      expect(await world.settled(invited)).toMatchObject(end);
      expect(world.service.asked.filter(({ method }) => method === "POST")).toHaveLength(1);
    },
  );

  test.each([
    ["no body", { status: 201 }, true],
    ["an empty object", { status: 201, json: {} }, true],
    ["an empty object", { status: 201, json: {} }, false],
  ])(
    "M-119 (part): an invitation with %s for an answer may have gone out",
    async (_what, answer, sendMessage) => {
      const { directory } = await start(({ method }) => (method === "GET" ? list() : answer));
      expect(await world.settled(directory.invite({ ...INVITATION, sendMessage }))).toMatchObject({
        ok: false,
        error: { kind: "ambiguous", code: "unreadable" },
      });
      const posts = world.service.asked.filter(({ method }) => method === "POST");
      expect(posts).toHaveLength(sendMessage ? 1 : 3);
    },
  );

  test.each([
    ["put off", { status: 429, headers: { "retry-after": "600" } }],
    ["refused", { status: 403 }],
  ])("M-119 (part): a lost invitation stays one when the next is %s", async (_what, next) => {
    let posts = 0;
    const { directory } = await start(({ method }) => {
      if (method === "GET") return list();
      posts += 1;
      return posts === 1 ? "break" : next;
    });
    expect(await world.settled(directory.invite(INVITATION))).toMatchObject({
      ok: false,
      error: { kind: "ambiguous", code: "no-answer" },
    });
    expect(posts).toBe(2);
  });

  test("M-119 (part): an invitation that was never lost tells why it is refused", async () => {
    const { directory } = await start(() => ({ status: 403 }));
    expect(await world.settled(directory.invite(INVITATION))).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 403 },
    });
  });

  test.each([
    ["is one", { userType: "Member", externalUserState: null }, { ok: true }],
    ["is still a guest", { userType: "Guest" }, { ok: false, error: { kind: "ambiguous" } }],
    [
      "is no external member",
      { userType: "Member", externalUserState: "Accepted" },
      { ok: false, error: { kind: "ambiguous" } },
    ],
  ])(
    "M-117 (part): after a lost answer a guest counts as member only if it %s",
    async (_what, account, end) => {
      const to = { userPrincipalName: "ada@contoso.example", mail: null };
      const { directory } = await start(({ method }) =>
        method === "POST"
          ? { status: 504 }
          : { status: 200, json: { userPrincipalName: "Ada@contoso.example", ...account } },
      );
      expect(await world.settled(directory.convertToInternal(ID, to))).toMatchObject(end);
      expect(world.service.asked[0]?.path).toBe(
        `/beta/users/${ID}/convertExternalToInternalMemberUser`,
      );
    },
  );
});

describe("alerts", () => {
  const MAIL = { from: "drover@contoso.example", to: ["a@x", "b@x"], subject: "S", text: "T" };

  test("M-117 (part): a mail goes out from the mailbox it is told", async () => {
    const { alerts } = await start(() => ({ status: 202 }));
    expect(await world.settled(alerts.sendMail(MAIL))).toEqual({ ok: true });
    expect(world.service.asked[0]).toMatchObject({
      path: "/v1.0/users/drover%40contoso.example/sendMail",
      body: { message: { subject: "S", body: { contentType: "Text", content: "T" } } },
    });
  });

  test("M-119 (part): a mail of which nobody knows whether it went is not sent again", async () => {
    const { alerts } = await start(() => ({ status: 503 }));
    expect(await world.settled(alerts.sendMail(MAIL))).toMatchObject({
      ok: false,
      error: { kind: "ambiguous" },
    });
    expect(world.service.asked).toHaveLength(1);
  });

  test("R52: only a registered webhook is called, without a token", async () => {
    const webhooks = new Map<string, string>();
    const { alerts } = await start(() => ({ status: 200, text: "ok" }), webhooks);
    webhooks.set("ops", `${world.service.address}/hook?sig=canary`);
    const message = { subject: "S", text: "T" };
    expect(await world.settled(alerts.callWebhook({ name: "ops", ...message }))).toEqual({
      ok: true,
    });
    expect(world.service.asked[0]?.headers.authorization).toBeUndefined();
    expect(world.service.asked[0]?.body).toEqual(message);
    const strange = world.settled(alerts.callWebhook({ name: "http://x", ...message }));
    expect(await strange).toMatchObject({ ok: false, error: { code: "webhook-unregistered" } });
    expect(world.service.asked).toHaveLength(1);
  });

  test("I30 (part): a webhook that refuses is named, its address is not", async () => {
    const webhooks = new Map<string, string>();
    const { alerts } = await start(() => ({ status: 403, text: "canary" }), webhooks);
    webhooks.set("ops", `${world.service.address}/hook?sig=canary`);
    const refused = await world.settled(alerts.callWebhook({ name: "ops", subject: "", text: "" }));
    expect(refused).toMatchObject({ ok: false, error: { kind: "refused", status: 403 } });
    expect(JSON.stringify(refused)).not.toMatch(/canary|127/);
  });
});
