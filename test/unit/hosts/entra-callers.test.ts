import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Authenticate } from "../../../runtime/api/serving/caller.ts";
import { adminApiSettings } from "../../../runtime/contract/blueprint/settings/engine.ts";
import { entraCallers } from "../../../runtime/hosts/functions/admin-api/entra-callers.ts";
import { CLIENT, claims, NOW, TENANT } from "../api/auth/good-claims.ts";
import { type Signer, signer } from "../api/auth/tokens.ts";

let server: Server;
let ours: Signer;
let asked: string[];
let reasons: string[];
let authenticate: Authenticate;

beforeEach(async () => {
  ours = await signer("key-1");
  asked = [];
  reasons = [];
  server = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.end(JSON.stringify({ keys: [ours.publicKey] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const shape = adminApiSettings.pick({
    DROVER_ENTRA_INSTANCE: true,
    DROVER_TENANT_ID: true,
    DROVER_API_CLIENT_ID: true,
    DROVER_API_AUDIENCE: true,
    DROVER_ALLOWED_APPS: true,
  });
  authenticate = entraCallers({
    settings: shape.parse({
      DROVER_TENANT_ID: TENANT,
      DROVER_API_CLIENT_ID: CLIENT,
      DROVER_API_AUDIENCE: `api://${CLIENT}`,
    }),
    // The tenant's address, answered on this machine.
    fetch: (address, init) =>
      fetch(address.replace("https://login.microsoftonline.com", `http://127.0.0.1:${port}`), init),
    now: () => NOW,
    refused: (why) => reasons.push(why),
  });
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const asking = (authorization: string | null) =>
  authenticate(
    new Request("https://api.example/api/me", {
      headers: authorization === null ? {} : { authorization },
    }),
  );

describe("callers of the API in Azure", () => {
  test("M-106 (part): the settings name the tenant whose keys are asked for, once", async () => {
    const token = await ours.sign(claims);
    expect(await asking(`Bearer ${token}`)).toMatchObject({
      ok: true,
      value: { tenantId: TENANT },
    });
    expect(await asking(`bearer ${token}`)).toMatchObject({ ok: true });
    expect(asked).toEqual([`/${TENANT}/discovery/v2.0/keys`]);
  });

  test.each([
    ["nothing", null],
    ["a password", "Basic YWRhOmFkYQ=="],
    ["an empty token", "Bearer "],
    ["two tokens", "Bearer a.b.c, Bearer d.e.f"],
  ])("%s is refused by one sentence that does not say why; the log does", async (_, header) => {
    const answer = await asking(header);
    expect(answer).toMatchObject({ ok: false, error: { code: "unauthenticated" } });
    expect(JSON.stringify(answer)).not.toContain("bearer");
    expect(reasons).toHaveLength(1);
  });

  test(
    "X-76 (part): a cookie is nothing in Azure, and neither is a token in the " + "address",
    async () => {
      const token = await ours.sign(claims);
      const request = new Request(`https://api.example/api/me?access_token=${token}`, {
        headers: { cookie: `drover-443=${token}; drover-80=${token}` },
      });
      expect(await authenticate(request)).toMatchObject({ ok: false });
    },
  );
});
