import { afterEach, describe, expect, test } from "@jest/globals";
import { GUID, mailUser, makeUser, reason, run } from "./cmdlets.ts";
import { newUser, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

type Page = {
  readonly value: readonly { readonly Guid: string }[];
  readonly "@odata.nextLink"?: string;
};

describe("mail users of a simulated tenant", () => {
  test("an account of the directory alone is no recipient, and takes no change", async () => {
    const tenant = await startTenant();
    const wanted = newUser("kim", { mail: "kim@contoso.example" });
    const Identity = (await tenant.ask("POST", "/graph/v1.0/users", wanted)).body.id;
    const asked: readonly (readonly [string, object])[] = [
      ["Get-Recipient", { Identity }],
      ["Get-Recipient", { Identity: "kim@contoso.example" }],
      ["Get-Recipient", { Identity: "kim" }],
      ["Get-MailUser", { Identity }],
      ["Set-MailUser", { Identity, ExchangeGuid: GUID }],
      ["New-MoveRequest", { Identity, RemoteHostName: "a.b", TargetDeliveryDomain: "a.b" }],
    ];
    for (const [cmdlet, parameters] of asked) {
      const { status, body } = await run(tenant, cmdlet, parameters);
      expect([cmdlet, status]).toEqual([cmdlet, 404]);
      expect(reason(body)).toContain("ManagementObjectNotFoundException");
    }
    expect((await run(tenant, "Get-Recipient", {})).body.value).toEqual([]);
    expect((await run(tenant, "Enable-MailUser", { Identity })).status).toBe(400);
  });

  test("a guest is a recipient, and stays one as a member", async () => {
    const tenant = await startTenant();
    const invited = await tenant.ask("POST", "/graph/v1.0/invitations", {
      invitedUserEmailAddress: "ana@partner.example",
      inviteRedirectUrl: "https://portal.example",
    });
    const { id } = invited.body.invitedUser;
    const kind = async () =>
      (await run(tenant, "Get-Recipient", { Identity: id })).body.value[0].RecipientTypeDetails;
    expect(await kind()).toBe("GuestMailUser");
    await tenant.ask("POST", `/graph/beta/users/${id}/convertExternalToInternalMemberUser`, {
      userPrincipalName: "ana@contoso.example",
      passwordProfile: { password: "Tr0ub4dor&3" },
    });
    expect(await kind()).toBe("MailUser");
  });

  test("a new mail user is an account, too, and its mail goes outside", async () => {
    const tenant = await startTenant();
    const wanted = { ...mailUser("kim", "kim@old.example"), DisplayName: "Kim Lee" };
    const made = await run(tenant, "New-MailUser", wanted);
    expect(made.body.value).toMatchObject([
      {
        RecipientType: "MailUser",
        UserPrincipalName: "kim@contoso.example",
        PrimarySmtpAddress: "kim@old.example",
        ExternalEmailAddress: "SMTP:kim@old.example",
      },
    ]);
    const path = "/graph/v1.0/users/kim@contoso.example?$select=displayName,accountEnabled,mail";
    expect((await tenant.ask("GET", path)).body).toMatchObject({
      displayName: "Kim Lee",
      accountEnabled: true,
      mail: "kim@old.example",
    });
    expect(JSON.stringify([...tenant.tenant.world.tables.users])).not.toContain(wanted.Password);
  });

  test.each([
    ["a name that an account has", mailUser("lee", "kim@old.example"), /already exists/],
    ["an address that a recipient has", mailUser("kim", "lee@old.example"), /already being used/],
    ["no address", mailUser("kim", "kim"), /isn't a valid SMTP/],
    ["a name of another house", mailUser("k m", "kim@old.example"), /userPrincipalName/],
    ["nothing but a name", { Name: "kim" }, /mandatory parameters: MicrosoftOnlineServicesID/],
    ["an unknown parameter", { ...mailUser("kim", "k@old.example"), Shoe: 1 }, /name 'Shoe'/],
  ])("%s makes no mail user", async (_title, parameters, message) => {
    const tenant = await startTenant();
    await run(tenant, "New-MailUser", mailUser("lee", "lee@old.example"));
    const refused = await run(tenant, "New-MailUser", parameters);
    expect([refused.status, reason(refused.body)]).toEqual([400, expect.stringMatching(message)]);
    expect((await tenant.ask("GET", "/graph/v1.0/users")).body.value).toHaveLength(1);
  });

  test("a mail user is found by id, name and any address", async () => {
    const tenant = await startTenant();
    const id = await makeUser(tenant, "kim");
    for (const Identity of [id, "kim@contoso.example", "SMTP:kim@contoso.example", "kim"]) {
      const { status, body } = await run(tenant, "Get-Recipient", { Identity });
      expect(status).toBe(200);
      expect(body.value).toMatchObject([
        {
          ExternalDirectoryObjectId: id,
          RecipientType: "MailUser",
          EmailAddresses: ["SMTP:kim@contoso.example"],
        },
      ]);
    }
    const none = await run(tenant, "Get-Recipient", { Identity: "lee@contoso.example" });
    expect(none.status).toBe(404);
    expect(reason(none.body)).toContain("ManagementObjectNotFoundException");
  });

  test("addresses are replaced as a whole, or some are added and removed", async () => {
    const tenant = await startTenant();
    const Identity = await makeUser(tenant, "kim");
    const EmailAddresses = ["SMTP:k@contoso.example", "smtp:kim@contoso.example", "x500:/o=old"];
    expect((await run(tenant, "Set-MailUser", { Identity, EmailAddresses })).status).toBe(200);
    const change = { add: ["smtp:kk@contoso.example"], remove: ["smtp:kim@contoso.example"] };
    await run(tenant, "Set-MailUser", { Identity, EmailAddresses: change });
    const { body } = await run(tenant, "Get-MailUser", { Identity });
    expect(body.value[0]).toMatchObject({
      PrimarySmtpAddress: "k@contoso.example",
      EmailAddresses: ["SMTP:k@contoso.example", "x500:/o=old", "smtp:kk@contoso.example"],
    });
    const user = await tenant.ask(
      "GET",
      `/graph/v1.0/users/${Identity}?$select=mail,proxyAddresses`,
    );
    expect(user.body).toMatchObject({ mail: "k@contoso.example" });
    expect(user.body.proxyAddresses).toHaveLength(3);
  });

  test.each([
    [
      "an address of somebody else",
      { EmailAddresses: ["SMTP:lee@contoso.example"] },
      /already being used/,
    ],
    ["no primary address", { EmailAddresses: ["smtp:kim@contoso.example"] }, /no primary/],
    [
      "two of them",
      { EmailAddresses: ["SMTP:a@contoso.example", "SMTP:b@contoso.example"] },
      /several/,
    ],
    ["something that is no address", { EmailAddresses: ["SMTP:kim"] }, /isn't a valid SMTP/],
    ["something that is no GUID", { ExchangeGuid: "kim" }, /System.Guid/],
    ["an unknown parameter", { ShoeSize: "45" }, /cannot be found that matches/],
  ])("%s is refused and changes nothing", async (_title, change, message) => {
    const tenant = await startTenant();
    const Identity = await makeUser(tenant, "kim");
    await makeUser(tenant, "lee");
    const before = (await run(tenant, "Get-MailUser", { Identity })).body;
    const refused = await run(tenant, "Set-MailUser", { Identity, ...change });
    expect(refused.status).toBe(400);
    expect(reason(refused.body)).toMatch(message);
    expect((await run(tenant, "Get-MailUser", { Identity })).body).toEqual(before);
  });

  test("GUIDs and the address outside are set", async () => {
    const tenant = await startTenant();
    const Identity = await makeUser(tenant, "kim");
    const set = { ExchangeGuid: GUID, ArchiveGuid: GUID, ExternalEmailAddress: "kim@old.example" };
    expect((await run(tenant, "Set-MailUser", { Identity, ...set })).status).toBe(200);
    expect((await run(tenant, "Get-MailUser", { Identity })).body.value[0]).toMatchObject({
      ExchangeGuid: GUID,
      ArchiveGuid: GUID,
      ExternalEmailAddress: "SMTP:kim@old.example",
    });
  });

  test("another primary address leaves the one before as a further one", async () => {
    const tenant = await startTenant();
    const Identity = await makeUser(tenant, "kim");
    const EmailAddresses = { add: ["smtp:k@contoso.example", "x500:/o=Old/cn=kim"] };
    await run(tenant, "Set-MailUser", { Identity, EmailAddresses });
    const set = { Identity, WindowsEmailAddress: "k@contoso.example" };
    expect((await run(tenant, "Set-MailUser", set)).status).toBe(200);
    expect((await run(tenant, "Get-MailUser", { Identity })).body.value[0]).toMatchObject({
      PrimarySmtpAddress: "k@contoso.example",
      EmailAddresses: ["SMTP:k@contoso.example", "smtp:kim@contoso.example", "x500:/o=Old/cn=kim"],
    });
    const both = await run(tenant, "Set-MailUser", { ...set, EmailAddresses });
    expect([both.status, reason(both.body)]).toEqual([400, expect.stringMatching(/together/)]);
  });

  test("each kind has its own cmdlets", async () => {
    const tenant = await startTenant({ company: { people: 5, domain: "contoso.example" } });
    const kim = await makeUser(tenant, "kim");
    const boxes = (await run(tenant, "Get-Mailbox", {})).body.value;
    expect(boxes).toHaveLength(5);
    const box = boxes[0].ExternalDirectoryObjectId;
    expect((await run(tenant, "Get-MailUser", { Identity: box })).status).toBe(404);
    expect((await run(tenant, "Get-Mailbox", { Identity: kim })).status).toBe(404);
    const EmailAddresses = { add: "smtp:also@contoso.example" };
    expect((await run(tenant, "Set-MailUser", { Identity: box, EmailAddresses })).status).toBe(404);
    expect((await run(tenant, "Set-Mailbox", { Identity: box, EmailAddresses })).status).toBe(200);
    const guid = await run(tenant, "Set-Mailbox", { Identity: box, ExchangeGuid: GUID });
    expect(guid.status).toBe(400);
  });

  test("members of a list are told by the list's name or address", async () => {
    const tenant = await startTenant({ company: { people: 30, domain: "contoso.example" } });
    const byName = await run(tenant, "Get-DistributionGroupMember", { Identity: "Leaders" });
    const byMail = await run(tenant, "Get-DistributionGroupMember", {
      Identity: "leaders@contoso.example",
      ResultSize: 2,
    });
    expect(byName.body.value).toHaveLength(4);
    expect(byMail.body.value).toEqual(byName.body.value.slice(0, 2));
  });

  test("rows come in pages, cut so that who goes meanwhile leaves nobody out", async () => {
    const tenant = await startTenant({ company: { people: 6, domain: "contoso.example" } });
    const all = (await run(tenant, "Get-Mailbox", {})).body.value;
    const ids = all.map((row: { Guid: string }) => row.Guid);
    const body = { CmdletInput: { CmdletName: "Get-Mailbox", Parameters: { ResultSize: 5 } } };
    const prefer = { prefer: "odata.maxpagesize=2" };
    const sizes: number[] = [];
    const seen: string[] = [];
    const { origin } = tenant.tenant.world.settings;
    let path: string | undefined =
      `/exchange/adminapi/beta/${tenant.tenant.tenantId}/InvokeCommand`;
    while (path !== undefined) {
      const { body: page }: { readonly body: Page } = await tenant.ask("POST", path, body, prefer);
      sizes.push(page.value.length);
      seen.push(...page.value.map(({ Guid }) => Guid));
      path = page["@odata.nextLink"]?.replace(origin, "");
      if (sizes.length === 1) await tenant.ask("DELETE", `/graph/v1.0/users/${ids[0]}`);
    }
    expect(sizes).toEqual([2, 2, 2]);
    expect(seen).toEqual(ids);
  });

  test("only who may manage Exchange, with a cmdlet that exists, is answered", async () => {
    const tenant = await startTenant();
    expect((await run(tenant, "Remove-Everything", {})).status).toBe(400);
    const apps = [{ clientId: "a", secret: "s", roles: ["User.ReadWrite.All"] }];
    const stranger = await startTenant({ apps });
    expect((await run(stranger, "Get-Recipient", { Identity: "kim" })).status).toBe(403);
    const { ask } = tenant;
    const elsewhere = await ask("POST", "/exchange/adminapi/beta/other/InvokeCommand", {});
    expect(elsewhere.status).toBe(404);
  });
});
