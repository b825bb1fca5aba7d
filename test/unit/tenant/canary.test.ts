/** Canary secrets: one in every credential, parameter and answer that a client handles; none may
 *  show in what it hands back, throws or prints. */
import { inspect } from "node:util";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { scrubber } from "../../../runtime/contract/secret-scrubber.ts";
import { keptTokens } from "../../../runtime/tenant/tokens.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type { Asked } from "./scripted-service.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const TOKEN = "canary~token/of+the=tests";
const HOOK = "canary-in-the-address-of-a-hook";

let world: TenantWorld;
const printed = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
  jest.spyOn(console, name).mockImplementation(() => undefined),
);
afterEach(() => world.service.close());

/** A service that quotes all it was sent, in several encodings, in its refusal. */
const quoting = (status: number) => (asked: Asked) => {
  const all = JSON.stringify({ headers: asked.headers, body: asked.body });
  const twice = [all, encodeURIComponent(all), Buffer.from(all).toString("base64")].join(" ");
  return { status, json: { error: { code: `Bad_${TOKEN}`, message: `denied: ${twice}` } } };
};

async function start(status: number) {
  const { know, scrub } = scrubber();
  const clock = manualClock(new Date(0));
  const request = async () => ok({ value: secret(TOKEN), expiresAt: new Date(9e12) });
  const tokens = keptTokens(request, clock, know);
  const webhooks = new Map<string, string>();
  world = await tenantWorld(quoting(status), { tokens, scrub, webhooks });
  webhooks.set("ops", `${world.service.address}/${HOOK}`);
  return world.session;
}

/** The password travels in the body only. */
const passwordSent = (): string => {
  const body = world.service.asked[0]?.body as
    | { readonly passwordProfile?: { readonly password?: string } }
    | undefined;
  return body?.passwordProfile?.password ?? TOKEN;
};

const USER = {
  userPrincipalName: "a@contoso.example",
  displayName: "A",
  accountEnabled: true,
  properties: {},
};

const CALLS: readonly (readonly [string, (session: TenantWorld["session"]) => Promise<unknown>])[] =
  [
    ["findUser", ({ directory }) => directory.findUser("a@b")],
    ["createUser", ({ directory }) => directory.createUser(USER)],
    ["updateUser", ({ directory }) => directory.updateUser("a", { department: "b" })],
    ["setAccountEnabled", ({ directory }) => directory.setAccountEnabled("a", false)],
    [
      "convertToInternal",
      ({ directory }) => directory.convertToInternal("a", { userPrincipalName: "b", mail: null }),
    ],
    ["findRecipient", ({ exchange }) => exchange.findRecipient("a")],
    [
      "sendMail",
      ({ alerts }) => alerts.sendMail({ from: "a@b", to: ["c@d"], subject: "s", text: "t" }),
    ],
    ["callWebhook", ({ alerts }) => alerts.callWebhook({ name: "ops", subject: "s", text: "t" })],
  ];

describe("canary secrets", () => {
  test.each(
    CALLS.flatMap(([name, call]) => [400, 403, 409, 500].map((status) => ({ name, status, call }))),
  )(
    "I30: nothing of them shows when $name is answered $status with all that was sent",
    async ({ status, call }) => {
      const session = await start(status);
      const end = await world.settled(call(session));
      expect(world.service.asked.length).toBeGreaterThan(0);
      const shown = [
        JSON.stringify(end),
        inspect(end, { depth: null, showHidden: true }),
        String(end),
      ];
      const told = shown.join("\n") + JSON.stringify(printed.map(({ mock }) => mock.calls));
      for (const canary of [TOKEN, HOOK, passwordSent()]) {
        const bytes = Buffer.from(canary);
        for (const form of [canary, encodeURIComponent(canary), bytes.toString("hex")]) {
          expect(told).not.toContain(form);
        }
        for (const before of ["", "x", "xx"]) {
          const encoded = Buffer.from(`${before}${canary}`).toString("base64").slice(4, -4);
          expect(told).not.toContain(encoded.slice(0, 20));
        }
      }
    },
  );
});
