// long: one endpoint, with every kind of answer that it gives or might give
import { afterEach, describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import type { Asked, Script } from "./scripted-service.ts";
import { TENANT_ID, type TenantWorld, tenantWorld } from "./tenant-world.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const GUID = "cccccccc-0000-4000-8000-000000000001";
const NO_GUID = "00000000-0000-0000-0000-000000000000";
const rows = (...value: readonly object[]) => ({
  status: 200,
  json: { "@adminapi.warnings": [], value },
});
const problem = (status: number, exception: string, message: string) => ({
  status,
  json: {
    error: {
      code: status === 404 ? "NotFound" : "BadRequest",
      message: "Error executing cmdlet",
      details: [{ code: "Context", target: "", message: `${exception}|${message}` }],
    },
  },
});
const NOT_FOUND = problem(
  404,
  "Ex6F9304|Microsoft.Exchange.Configuration.Tasks.ManagementObjectNotFoundException",
  "The operation couldn't be performed because object 'ada' couldn't be found on 'X'.",
);
const MAIL_USER = {
  ExternalDirectoryObjectId: ID,
  RecipientType: "MailUser",
  PrimarySmtpAddress: "ada@contoso.example",
  EmailAddresses: ["SMTP:ada@contoso.example", "smtp:a@contoso.example", "X500:/o=x"],
  ExternalEmailAddress: "SMTP:ada@partner.example",
  ExchangeGuid: GUID,
  ArchiveGuid: NO_GUID,
};

const ADA = {
  userPrincipalName: "ada@contoso.example",
  displayName: "Ada",
  externalAddress: "ada@partner.example",
};

/** How the endpoint is told of a hash table: otherwise it takes it for something else. */
const HASH = { "@odata.type": "#Exchange.GenericHashTable" };

let world: TenantWorld;
const start = async (script: Script) => {
  world = await tenantWorld(script);
  return world.session.exchange;
};
const cmdlet = (asked: Asked | undefined) => {
  const { CmdletInput } = Object(asked?.body);
  return CmdletInput as object;
};
afterEach(() => world.service.close());

describe("Exchange's admin endpoint", () => {
  test("M-117 (part): is asked for one cmdlet, routed by the tenant's own mailbox", async () => {
    const exchange = await start(() => rows(MAIL_USER));
    expect(await world.settled(exchange.findRecipient("ada@contoso.example"))).toEqual({
      ok: true,
      value: {
        id: ID,
        kind: "mail-user",
        primaryAddress: "ada@contoso.example",
        emailAddresses: MAIL_USER.EmailAddresses,
        externalAddress: "ada@partner.example",
        exchangeGuid: GUID,
        archiveGuid: null,
      },
    });
    const [asked] = world.service.asked;
    expect(asked?.path).toBe(`/adminapi/beta/${TENANT_ID}/InvokeCommand`);
    expect(asked?.headers["x-anchormailbox"]).toContain(`@${TENANT_ID}`);
    expect(cmdlet(asked)).toEqual({
      CmdletName: "Get-Recipient",
      Parameters: { Identity: "ada@contoso.example" },
    });
  });

  test("M-117 (part): a mail user is made with its account, under a name of its own", async () => {
    const exchange = await start(() => rows(MAIL_USER));
    expect(await world.settled(exchange.createMailUser(ADA))).toEqual({
      ok: true,
      value: { id: ID },
    });
    expect(cmdlet(world.service.asked[0])).toEqual({
      CmdletName: "New-MailUser",
      Parameters: {
        Name: "ada@contoso.example",
        DisplayName: "Ada",
        MicrosoftOnlineServicesID: "ada@contoso.example",
        ExternalEmailAddress: "ada@partner.example",
        Password: expect.stringMatching(/^Aa1!.{32}$/),
      },
    });
  });

  test.each([
    ["the name is taken", "WLCDManagedMemberExistsException|The name already exists", "conflict"],
    ["the address is taken", "ProxyAddressExistsException|It is already being used", "conflict"],
    ["it is refused with its password in the text", "X|Password", "refused"],
  ])("no mail user is made when %s, and nobody is told its password", async (_title, why, kind) => {
    const exchange = await start(({ body }) => {
      const { Password } = Object(Object(body).CmdletInput).Parameters;
      return problem(400, "Ex1", why.replace("Password", `The password ${Password} is weak.`));
    });
    const made = await world.settled(exchange.createMailUser(ADA));
    expect(made).toMatchObject({ ok: false, error: { kind } });
    expect(JSON.stringify(made)).not.toContain("Aa1!");
  });

  test("a mail user whose id is not told is a failure that may be tried again", async () => {
    const exchange = await start(() => rows({ Name: "ada" }));
    expect(await world.settled(exchange.createMailUser(ADA))).toMatchObject({
      ok: false,
      error: { kind: "unavailable", code: "unreadable" },
    });
  });

  test.each([
    ["that is not there", NOT_FOUND, { ok: true, value: null }],
    ["that matches nothing", rows(), { ok: true, value: null }],
    ["behind an address that is gone", { status: 404 }, { ok: false, error: { kind: "refused" } }],
    ["of a shape nobody knows", rows({ a: 1 }), { ok: false, error: { code: "unreadable" } }],
    ["in no envelope", { status: 200, json: [] }, { ok: false, error: { code: "unreadable" } }],
    [
      "of which there are two",
      rows(MAIL_USER, MAIL_USER),
      { ok: false, error: { code: "two-recipients" } },
    ],
  ])("R32 (part): a recipient %s", async (_what, answer, end) => {
    const exchange = await start(() => answer);
    expect(await world.settled(exchange.findRecipient("ada"))).toMatchObject(end);
  });

  test.each([
    ["an empty object", { status: 200, json: {} }],
    ["a message", { status: 200, json: { message: "Server busy, try later" } }],
    ["an error", { status: 200, json: { error: { code: "ServerBusy", message: "later" } } }],
    ["an error beside rows", { status: 200, json: { error: { code: "ServerBusy" }, value: [] } }],
    ["no body", { status: 200 }],
    ["no body, and 202", { status: 202 }],
    ["no body, and 204", { status: 204 }],
  ])("R32 (part): %s is no empty list, and nobody's absence", async (_what, answer) => {
    const exchange = await start(() => answer);
    const refused = { ok: false, error: { kind: "refused" } };
    expect(await world.settled(exchange.findRecipient("ada"))).toMatchObject(refused);
    expect(await world.settled(exchange.groupMembers("sales", 20))).toMatchObject(refused);
    expect(await world.settled(exchange.findMove("ada"))).toMatchObject(refused);
  });

  test.each([
    ["200 and no body", { status: 200 }, { ok: true }],
    ["204", { status: 204 }, { ok: true }],
    ["rows", { status: 200, json: { value: [], error: null } }, { ok: true }],
    ["an error", { status: 200, json: { error: {} } }, { error: { kind: "refused" } }],
    ["an empty object", { status: 200, json: {} }, { error: { kind: "ambiguous" } }],
  ])("R32 (part): a change that is answered with %s", async (_what, answer, end) => {
    const exchange = await start(() => answer);
    const user = { id: ID, kind: "mail-user" } as const;
    expect(await world.settled(exchange.setPrimaryAddress(user, "b@x"))).toMatchObject(end);
    const move = { identity: ID, targetDeliveryDomain: "t.example", remoteHost: "mail.s.example" };
    expect(await world.settled(exchange.startMove(move))).toMatchObject(end);
  });

  test.each([
    ["no absence", 403, "The role assigned to app 9 does not exist.", { error: { status: 403 } }],
    ["no conflict", 403, "Such a session already exists.", { error: { kind: "refused" } }],
    ["an absence", 400, "The object 'ada' doesn't exist.", { ok: true, value: null }],
    ["a conflict", 400, "A move already exists.", { error: { kind: "conflict" } }],
    ["an absence", 403, "ManagementObjectNotFoundException|no", { ok: true, value: null }],
  ])("R32 (part): %s is told by %s with: %s", async (_what, status, message, end) => {
    const exchange = await start(() => ({ status, json: { error: { code: "X", message } } }));
    expect(await world.settled(exchange.findRecipient("ada"))).toMatchObject(end);
  });

  test("M-117 (part): a dynamic group, not in the directory, has Exchange's id", async () => {
    const dynamic = { ...MAIL_USER, RecipientType: "DynamicDistributionGroup", Guid: GUID };
    for (const ExternalDirectoryObjectId of ["", null]) {
      const exchange = await start(() => rows({ ...dynamic, ExternalDirectoryObjectId }));
      expect(await world.settled(exchange.findRecipient("all"))).toMatchObject({
        ok: true,
        value: { id: GUID, kind: "group" },
      });
      expect(await world.settled(exchange.groupMembers("all", 5))).toMatchObject({
        ok: true,
        value: { ids: [GUID] },
      });
      await world.service.close();
    }
    const user = { ...MAIL_USER, Guid: GUID, ExternalDirectoryObjectId: "" };
    const exchange = await start(() => rows(user));
    const unreadable = { ok: false, error: { code: "unreadable" } };
    expect(await world.settled(exchange.findRecipient("ada"))).toMatchObject(unreadable);
    expect(await world.settled(exchange.groupMembers("all", 5))).toMatchObject(unreadable);
  });

  test("R52 (part): a name that stands for many is not asked for", async () => {
    const exchange = await start(() => rows(MAIL_USER));
    expect(await world.settled(exchange.findRecipient("a*"))).toMatchObject({ ok: false });
    expect(await world.settled(exchange.groupMembers("*", 5))).toMatchObject({ ok: false });
    expect(world.service.asked).toHaveLength(0);
  });

  test("M-117 (part): each kind of recipient has its cmdlet, sent only what it takes", async () => {
    const exchange = await start(() => ({ status: 200 }));
    const addresses = { addAddresses: ["smtp:a@x"] };
    const user = { id: ID, kind: "mail-user" } as const;
    const mailbox = { id: ID, kind: "mailbox" } as const;
    expect(
      await world.settled(exchange.updateRecipient(user, { ...addresses, exchangeGuid: GUID })),
    ).toEqual({ ok: true });
    expect(await world.settled(exchange.updateRecipient(mailbox, addresses))).toEqual({ ok: true });
    expect(await world.settled(exchange.setPrimaryAddress(mailbox, "b@x"))).toEqual({ ok: true });
    const removed = { ...addresses, removeAddresses: ["smtp:c@x"] };
    expect(await world.settled(exchange.updateRecipient(mailbox, removed))).toEqual({ ok: true });
    expect(world.service.asked.map(cmdlet)).toEqual([
      {
        CmdletName: "Set-MailUser",
        Parameters: {
          Identity: ID,
          EmailAddresses: { ...HASH, add: ["smtp:a@x"] },
          ExchangeGuid: GUID,
        },
      },
      {
        CmdletName: "Set-Mailbox",
        Parameters: { Identity: ID, EmailAddresses: { ...HASH, add: ["smtp:a@x"] } },
      },
      { CmdletName: "Set-Mailbox", Parameters: { Identity: ID, WindowsEmailAddress: "b@x" } },
      {
        CmdletName: "Set-Mailbox",
        Parameters: {
          Identity: ID,
          EmailAddresses: { ...HASH, add: ["smtp:a@x"], remove: ["smtp:c@x"] },
        },
      },
    ]);
    expect(
      await world.settled(exchange.updateRecipient(mailbox, { exchangeGuid: GUID })),
    ).toMatchObject({
      ok: false,
      error: { code: "recipient-kind" },
    });
  });

  test("M-117 (part): somebody else's address is a conflict, a bad one is refused", async () => {
    const answers = [
      problem(
        400,
        "Ex090DE4|Microsoft.Exchange.Management.Tasks.ProxyAddressExistsException",
        'The proxy address "smtp:a@x" is already being used.',
      ),
      problem(
        400,
        "Ex1|Microsoft.Exchange.Data.InvalidAddressException",
        "The address 'b' is invalid.",
      ),
    ];
    const exchange = await start((_asked, count) => answers[count - 1] ?? { status: 500 });
    const change = () =>
      world.settled(
        exchange.updateRecipient({ id: ID, kind: "mail-user" }, { addAddresses: ["b"] }),
      );
    expect(await change()).toMatchObject({ ok: false, error: { kind: "conflict" } });
    expect(await change()).toMatchObject({
      ok: false,
      error: { kind: "refused", message: "The address 'b' is invalid." },
    });
  });

  test("M-117 (part): members of a group come in pages by the same command", async () => {
    const member = (id: string) => ({ ExternalDirectoryObjectId: id });
    const exchange = await start(({ path }) =>
      path.includes("skip")
        ? rows(member("c"))
        : {
            status: 200,
            json: {
              value: [member("a"), member("b")],
              "@odata.nextLink": `${world.service.address}/adminapi/beta/t/InvokeCommand?skip`,
            },
          },
    );
    expect(await world.settled(exchange.groupMembers("sales@x", 10))).toEqual({
      ok: true,
      value: { ids: ["a", "b", "c"], more: false },
    });
    const [first, second] = world.service.asked.map(cmdlet);
    expect(second).toEqual(first);
    expect(await world.settled(exchange.groupMembers("sales@x", 1))).toEqual({
      ok: true,
      value: { ids: ["a"], more: true },
    });
  });

  test("R32 (part): a group whose pages never end is a failure, not an empty one", async () => {
    const exchange = await start((_asked, count) => ({
      status: 200,
      json: { value: [], "@odata.nextLink": `${world.service.address}/adminapi?skip=${count}` },
    }));
    expect(await world.settled(exchange.groupMembers("sales@x", 10))).toMatchObject({
      ok: false,
      error: { code: "endless-list" },
    });
    expect(world.service.asked).toHaveLength(LIMITS.pagesPerList);
  });

  test.each([
    ["Queued", 0, "queued"],
    ["InProgress", 40, "in-progress"],
    ["AutoSuspended", 95, "synced"],
    ["Suspended", 10, "suspended"],
    ["CompletedWithWarning", 100, "completed"],
    ["Failed", 40, "failed"],
  ])("M-117 (part): a move that is %s is so told", async (Status, PercentComplete, state) => {
    const exchange = await start(() => rows({ Status, PercentComplete, Message: "" }));
    expect(await world.settled(exchange.findMove(ID))).toEqual({
      ok: true,
      value: { identity: ID, state, percentComplete: PercentComplete, detail: null },
    });
  });

  test("M-117 (part): a second move is a conflict; an unknown state is not guessed", async () => {
    const answers = [
      problem(
        400,
        "ExF8A8D9|Microsoft.Exchange.MoveAlreadyExistsException",
        "The mailbox 'a' already has a move request associated with it.",
      ),
      rows({ Status: "Dancing" }),
      NOT_FOUND,
    ];
    const exchange = await start((_asked, count) => answers[count - 1] ?? { status: 500 });
    const move = { identity: ID, targetDeliveryDomain: "t.example", remoteHost: "mail.s.example" };
    expect(await world.settled(exchange.startMove(move))).toMatchObject({
      ok: false,
      error: { kind: "conflict" },
    });
    expect(await world.settled(exchange.findMove(ID))).toMatchObject({ ok: false });
    expect(await world.settled(exchange.findMove(ID))).toEqual({ ok: true, value: null });
  });
});
