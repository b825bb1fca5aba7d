import { afterEach, describe, expect, test } from "@jest/globals";
import { CALM } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import { GUID, makeUser, reason, run } from "./cmdlets.ts";
import { type Asked, startTenant, stopTenants } from "./tenant-under-test.ts";

afterEach(stopTenants);

describe("mailbox moves of a simulated tenant", () => {
  const MOVE = {
    Remote: true,
    RemoteHostName: "mail.old.example",
    TargetDeliveryDomain: "contoso.example",
  };
  const begin = async (tenant: Asked, more: object = {}) => {
    const Identity = await makeUser(tenant, "kim");
    await run(tenant, "Set-MailUser", { Identity, ExchangeGuid: GUID });
    expect((await run(tenant, "New-MoveRequest", { Identity, ...MOVE, ...more })).status).toBe(200);
    return Identity;
  };
  const state = async (tenant: Asked, Identity: string) => {
    const { body } = await run(tenant, "Get-MoveRequestStatistics", { Identity });
    return [body.value[0].Status, body.value[0].PercentComplete];
  };

  test("a move takes its time and ends with a mailbox that stays", async () => {
    const tenant = await startTenant({ faults: { ...CALM, moveSec: [100, 100] } });
    const Identity = await begin(tenant);
    expect(await state(tenant, Identity)).toEqual(["Queued", 0]);
    tenant.clock.advance(55_000);
    expect(await state(tenant, Identity)).toEqual(["InProgress", 50]);
    expect((await run(tenant, "Get-MailUser", { Identity })).status).toBe(200);
    tenant.clock.advance(45_000);
    expect(await state(tenant, Identity)).toEqual(["Completed", 100]);
    expect((await run(tenant, "Get-Mailbox", { Identity })).status).toBe(200);
    expect((await run(tenant, "Remove-MoveRequest", { Identity })).status).toBe(200);
    expect((await run(tenant, "Get-MoveRequestStatistics", { Identity })).status).toBe(404);
    expect((await run(tenant, "Get-Mailbox", { Identity })).status).toBe(200);
  });

  test("a second move of one mailbox is refused", async () => {
    const tenant = await startTenant();
    const Identity = await begin(tenant);
    const again = await run(tenant, "New-MoveRequest", { Identity, ...MOVE });
    expect(reason(again.body)).toMatch(/already has a move request/);
  });

  test("without the GUID of the source mailbox nothing can be moved", async () => {
    const tenant = await startTenant();
    const Identity = await makeUser(tenant, "kim");
    const refused = await run(tenant, "New-MoveRequest", { Identity, ...MOVE });
    expect([refused.status, reason(refused.body)]).toEqual([
      400,
      expect.stringMatching(/ExchangeGuid/),
    ]);
  });

  test("a move that waits when synced goes on when told to", async () => {
    const tenant = await startTenant({ faults: { ...CALM, moveSec: [100, 100] } });
    const Identity = await begin(tenant, { SuspendWhenReadyToComplete: true });
    tenant.clock.advance(10 * 60_000);
    expect(await state(tenant, Identity)).toEqual(["AutoSuspended", 95]);
    await run(tenant, "Resume-MoveRequest", { Identity });
    tenant.clock.advance(10_000);
    expect(await state(tenant, Identity)).toEqual(["Completed", 100]);
  });

  test("a move that broke goes on from there when told to", async () => {
    const faults = { ...CALM, moveSec: [100, 100], moveFailShare: 1 } as const;
    const tenant = await startTenant({ faults });
    const Identity = await begin(tenant);
    tenant.clock.advance(10 * 60_000);
    const [status, percent] = await state(tenant, Identity);
    expect([status, percent < 100]).toEqual(["Failed", true]);
    await run(tenant, "Resume-MoveRequest", { Identity });
    expect(await state(tenant, Identity)).toEqual(["InProgress", percent]);
    tenant.clock.advance(10 * 60_000);
    expect(await state(tenant, Identity)).toEqual(["Completed", 100]);
    await run(tenant, "Resume-MoveRequest", { Identity });
    expect(await state(tenant, Identity)).toEqual(["Completed", 100]);
  });

  test("a move can break, and says why", async () => {
    const tenant = await startTenant({ faults: { ...CALM, moveFailShare: 1 } });
    const Identity = await begin(tenant);
    tenant.clock.advance(60_000);
    const { body } = await run(tenant, "Get-MoveRequestStatistics", { Identity });
    expect(body.value[0]).toMatchObject({
      Status: "Failed",
      Message: expect.stringMatching(/bad items/),
    });
    expect((await run(tenant, "Get-MailUser", { Identity })).status).toBe(200);
    await run(tenant, "Remove-MoveRequest", { Identity });
    expect((await run(tenant, "New-MoveRequest", { Identity, ...MOVE })).status).toBe(200);
  });
});
