/** Requests at random, sensible and senseless, for a tenant without a socket. */
import fc from "fast-check";

export type RandomRequest = {
  readonly family: "graph" | "exchange" | "arm" | "vault";
  readonly method: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Before the request. */
  readonly waitMs: number;
};

const NAMES = ["ana", "bo", "cy", "Ana", "dé"];
const name = fc.constantFrom(...NAMES);
const address = name.map((each) => `${each}@contoso.example`);
/** Stands for an object that exists when it is asked for. */
export const SOMEBODY = "<somebody>";
export const SOME_GROUP = "<some group>";
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constant(SOMEBODY) },
  { weight: 2, arbitrary: address },
  { weight: 1, arbitrary: fc.constantFrom("", "*", "nobody", "../users", "%00") },
);
const group = fc.oneof(
  { weight: 5, arbitrary: fc.constant(SOME_GROUP) },
  { weight: 1, arbitrary: key },
);
const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));
const addresses = fc.array(
  fc.tuple(fc.constantFrom("SMTP:", "smtp:", "", "x500:"), address).map((parts) => parts.join("")),
  { maxLength: 4 },
);

const user = fc.record({
  userPrincipalName: address,
  displayName: name,
  mailNickname: name,
  accountEnabled: fc.boolean(),
  passwordProfile: fc.constant({ password: "Tr0ub4dor&3" }),
  mail: fc.option(address, { nil: null }),
});

const graph = fc.oneof(
  user.map((body) => ["POST", ["users"], body] as const),
  key.map((id) => ["GET", ["users", id], undefined] as const),
  fc
    .tuple(
      key,
      user.map(({ mail, displayName }) => ({ mail, displayName })),
    )
    .map(([id, body]) => ["PATCH", ["users", id], body] as const),
  fc
    .tuple(key, address)
    .map(([id, userPrincipalName]) => ["PATCH", ["users", id], { userPrincipalName }] as const),
  key.map((id) => ["DELETE", ["users", id], undefined] as const),
  key.map((id) => ["POST", ["directory", "deletedItems", id, "restore"], undefined] as const),
  name.map(
    (displayName) =>
      [
        "POST",
        ["groups"],
        { displayName, mailNickname: displayName, mailEnabled: false, securityEnabled: true },
      ] as const,
  ),
  group.map((id) => ["DELETE", ["groups", id], undefined] as const),
  fc
    .tuple(group, fc.oneof(key, group))
    .map(
      ([id, member]) =>
        ["POST", ["groups", id, "members", "$ref"], { "@odata.id": `x/${member}` }] as const,
    ),
  fc
    .tuple(group, key)
    .map(
      ([id, member]) => ["DELETE", ["groups", id, "members", member, "$ref"], undefined] as const,
    ),
  name.map(
    (each) =>
      [
        "POST",
        ["invitations"],
        { invitedUserEmailAddress: `${each}@out.example`, inviteRedirectUrl: "x" },
      ] as const,
  ),
  fc
    .tuple(key, address)
    .map(
      ([id, userPrincipalName]) =>
        [
          "POST",
          ["users", id, "convertExternalToInternalMemberUser"],
          { userPrincipalName, passwordProfile: { password: "Tr0ub4dor&3" } },
        ] as const,
    ),
);

const exchange = fc
  .tuple(
    fc.constantFrom(
      "Get-Recipient",
      "Set-MailUser",
      "Set-Mailbox",
      "New-MoveRequest",
      "Remove-MoveRequest",
    ),
    key,
    fc.oneof(
      fc.record({ EmailAddresses: addresses }),
      fc.record({ EmailAddresses: fc.record({ add: addresses, remove: addresses }) }),
      fc.constant({ ExchangeGuid: "0f8fad5b-d9cb-469f-a165-70867728950e" }),
      fc.constant({ RemoteHostName: "h", TargetDeliveryDomain: "d" }),
    ),
  )
  .map(([CmdletName, Identity, more]) => ({
    CmdletInput: { CmdletName, Parameters: { Identity, ...more } },
  }));

const word = fc.oneof(
  fc.constantFrom("users", "groups", "$ref", "members", "$batch", "a"),
  fc.string(),
);
const query = fc.dictionary(
  fc.constantFrom("$filter", "$select", "$top", "$skiptoken", "api-version", "x"),
  fc.oneof(fc.string(), fc.constantFrom("displayName eq 'ana'", "id", "1", "startswith(mail,'a')")),
);
const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE");
const waitMs = fc.oneof(fc.constant(0), fc.nat(30_000));

export const randomRequest: fc.Arbitrary<RandomRequest> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(graph, waitMs).map(([[verb, path, body], wait]) => ({
      family: "graph" as const,
      method: verb,
      path: ["beta", ...path],
      query: {},
      body,
      waitMs: wait,
    })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(exchange, waitMs).map(([body, wait]) => ({
      family: "exchange" as const,
      method: "POST",
      path: ["adminapi", "beta", "contoso.example", "InvokeCommand"],
      query: {},
      body,
      waitMs: wait,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      family: fc.constantFrom(
        "graph" as const,
        "exchange" as const,
        "arm" as const,
        "vault" as const,
      ),
      method,
      path: fc.array(word, { maxLength: 6 }).map((parts) => ["v1.0", ...parts]),
      query,
      body: junk,
      waitMs,
    }),
  },
);
