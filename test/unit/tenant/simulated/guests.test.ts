import { afterEach, describe, expect, test } from "@jest/globals";
import { type Asked, newUser, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

const invite = ({ ask }: Asked, address: string, more: object = {}) =>
  ask("POST", "/graph/v1.0/invitations", {
    invitedUserEmailAddress: address,
    inviteRedirectUrl: "https://portal.example",
    ...more,
  });

const SELECT = "$select=id,userType,externalUserState,userPrincipalName,mail,proxyAddresses";

describe("guests of a simulated tenant", () => {
  test("an invited person is a guest at once and accepts after a while", async () => {
    const tenant = await startTenant();
    const invited = await invite(tenant, "ana@partner.example", { invitedUserDisplayName: "Ana" });
    expect(invited).toMatchObject({ status: 201, body: { status: "PendingAcceptance" } });
    const path = `/graph/v1.0/users/${invited.body.invitedUser.id}?${SELECT}`;
    expect((await tenant.ask("GET", path)).body).toMatchObject({
      userType: "Guest",
      externalUserState: "PendingAcceptance",
      userPrincipalName: "ana_partner.example#EXT#@contoso.example",
    });
    tenant.clock.advance(60_000);
    expect((await tenant.ask("GET", path)).body.externalUserState).toBe("Accepted");
  });

  test("inviting twice gives the same guest", async () => {
    const tenant = await startTenant();
    const [first, second] = [
      await invite(tenant, "ana@partner.example"),
      await invite(tenant, "ana@partner.example"),
    ];
    expect(second.body.invitedUser.id).toBe(first.body.invitedUser.id);
    expect((await tenant.ask("GET", "/graph/v1.0/users")).body.value).toHaveLength(1);
  });

  test("a user who is here keeps its object when invited under its outside address", async () => {
    const tenant = await startTenant();
    const made = await tenant.ask(
      "POST",
      "/graph/v1.0/users",
      newUser("kim", { mail: "kim@partner.example" }),
    );
    const invitedUser = { id: made.body.id };
    const wrong = await invite(tenant, "other@partner.example", { invitedUser });
    expect(wrong.status).toBe(400);
    const right = await invite(tenant, "kim@partner.example", { invitedUser });
    expect(right.body.invitedUser.id).toBe(made.body.id);
  });

  test.each([
    ["an address of the house", "kim@contoso.example"],
    ["no address", "kim"],
  ])("%s cannot be invited", async (_title, address) => {
    expect((await invite(await startTenant(), address)).status).toBe(400);
  });

  test("a guest becomes a member, only in beta, and stays the same object", async () => {
    const tenant = await startTenant();
    const { id } = (await invite(tenant, "ana@partner.example")).body.invitedUser;
    const wanted = {
      userPrincipalName: "ana@contoso.example",
      mail: "ana@contoso.example",
      passwordProfile: { password: "Tr0ub4dor&3" },
    };
    const action = `users/${id}/convertExternalToInternalMemberUser`;
    expect((await tenant.ask("POST", `/graph/v1.0/${action}`, wanted)).status).toBe(400);
    const done = await tenant.ask("POST", `/graph/beta/${action}`, wanted);
    expect(done).toMatchObject({ status: 200, body: { userPrincipalName: "ana@contoso.example" } });
    expect((await tenant.ask("GET", `/graph/v1.0/users/${id}?${SELECT}`)).body).toMatchObject({
      id,
      userType: "Member",
      externalUserState: null,
      mail: "ana@contoso.example",
      proxyAddresses: ["SMTP:ana@contoso.example", "smtp:ana@partner.example"],
    });
    const again = await tenant.ask("POST", `/graph/beta/${action}`, wanted);
    expect(again.body.error.message).toMatch(/not an external user/);
  });

  test("mail that is sent stays in the outbox, and only from a mailbox", async () => {
    const tenant = await startTenant({ company: { people: 3, domain: "contoso.example" } });
    const { value } = (await tenant.ask("GET", "/graph/v1.0/users")).body;
    const message = {
      subject: "Wave 1",
      body: { contentType: "Text", content: "is done" },
      toRecipients: [{ emailAddress: { address: "ops@partner.example" } }],
    };
    const path = (user: string) => `/graph/v1.0/users/${user}/sendMail`;
    expect((await tenant.ask("POST", path(value[0].id), { message })).status).toBe(202);
    const outbox = await tenant.ask("GET", "/_sim/objects/outbox");
    expect(outbox.body.items).toHaveLength(1);
    expect(outbox.body.items[0].value).toMatchObject({ message: { subject: "Wave 1" } });
    await tenant.ask("POST", "/graph/v1.0/users", newUser("kim"));
    expect((await tenant.ask("POST", path("kim@contoso.example"), { message })).status).toBe(404);
    const nobody = { message: { ...message, toRecipients: [] } };
    expect((await tenant.ask("POST", path(value[0].id), nobody)).status).toBe(400);
  });
});
