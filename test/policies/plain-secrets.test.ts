/** What looks like a secret and what does not, each by the one thing that tells them apart. */
import { describe, expect, test } from "@jest/globals";
import { noPlainSecrets } from "../../policies/resource/no-plain-secrets.ts";
import { violations } from "./judge.ts";

const APP = "azure-native:web:WebApp";
/** Put together here, so that nothing that searches the repository takes them for real ones. */
const PRIVATE = ["PRIVATE", "KEY"].join(" ");
const MODEL_KEY = ["sk", "ant"].join("-");
const TOKEN = `${"eyJ"}${"a".repeat(16)}.${"b".repeat(16)}`;

const told = (props: object, type = APP) =>
  violations(noPlainSecrets, { type, props: { ...props } });

describe("a value", () => {
  test.each([
    ["an account key", "AccountKey=abcdef"],
    ["a key of the bus", "Endpoint=sb://x/;SharedAccessKey=abcdef"],
    ["a password", "Server=x;Password=abcdef"],
    ["a password in short", "Server=x;Pwd=abcdef"],
    ["a client's secret", "grant=x&client_secret=abcdef"],
    ["a password in small letters, with blanks", "password = abcdef"],
    ["a signed link", `https://x/c?sig=${"a%".repeat(8)}`],
    ["a signature further on in a link", `https://x/c?sv=1&sig=${"a+/b".repeat(4)}`],
    ["a private key", `-----BEGIN ${PRIVATE}-----`],
    ["a private key of a kind", `-----BEGIN RSA ${PRIVATE}-----`],
    ["a key to a language model", `key ${MODEL_KEY}-${"a".repeat(16)}`],
    ["a token", `Bearer ${TOKEN}.c`],
  ])("with %s is refused by its place", async (_what, value) => {
    expect(await told({ siteConfig: { appSettings: [{ name: "A", value }] } })).toEqual([
      "Move siteConfig.appSettings.0.value into the vault, or better, use an identity: " +
        "here it can be read.",
    ]);
  });

  test.each([
    ["the name of a key", "SharedAccessKeyName=abcdef"],
    ["a gap to be filled in", "Password={password}"],
    ["a gap of another kind", "Password=<password>"],
    ["nothing behind the sign", "Password=; Encrypt=true"],
    ["too few characters to be one", "Password=abcde"],
    ["a signature that is none", "https://x/c?sig=abcdefghijklmno"],
    ["a word that ends like a signature", `https://x/c?design=${"a".repeat(20)}`],
    ["a public key", "-----BEGIN PUBLIC KEY-----"],
    ["a model's name", `${MODEL_KEY}-short`],
    ["the end of another word", `ri${MODEL_KEY}-${"a".repeat(16)}`],
    ["text that begins like a token", `${TOKEN} and no more`],
    ["a token's word within another", `x${TOKEN}.c`],
  ])("with %s passes", async (_what, value) => {
    expect(await told({ setting: value })).toEqual([]);
  });
});

describe("a property", () => {
  test.each([
    "password",
    "administratorLoginPassword",
    "sharedKey",
    "primaryKey",
    "secondaryKey",
    "accessKey",
    "storageAccountAccessKey",
    "clientSecret",
    "CLIENTSECRET",
  ])("called %s holds nothing", async (name) => {
    expect(await told({ [name]: "x" })).toHaveLength(1);
    expect(await told({ inner: { list: [{ [name]: "x" }] } })).toEqual([
      expect.stringMatching(`^Move inner\\.list\\.0\\.${name} into the vault`),
    ]);
    expect(await told({ [name]: "" })).toEqual([]);
    expect(await told({ [name]: undefined })).toEqual([]);
  });

  test.each([
    "passwordPolicy",
    "primaryKeyName",
    "tertiaryKey",
    "mySharedKey",
    "key",
    "secretName",
  ])("called %s may hold what it likes", async (name) => {
    expect(await told({ [name]: "x" })).toEqual([]);
  });
});

test("the vault is where secrets are, and nothing else is", async () => {
  const props = { properties: { value: "Password=abcdef" }, password: "x" };
  expect(await told(props, "azure-native:keyvault:Secret")).toEqual([]);
  expect(await told(props, "azure-native:keyvault:Vault")).toHaveLength(1);
});

test("one finding is told for each resource, and numbers and switches are none", async () => {
  expect(await told({ password: "x", clientSecret: "y" })).toHaveLength(1);
  expect(await told({ password: 5, sharedKey: true, clientSecret: null })).toEqual([]);
});
