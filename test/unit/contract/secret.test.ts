import { inspect } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { SECRET_MARK, secret } from "../../../runtime/contract/secret.ts";
import { hideLooks } from "../../../runtime/contract/secret-patterns.ts";
import { scrubber } from "../../../runtime/contract/secret-scrubber.ts";

/** With everything in it that an encoding changes. */
const VALUE = `Kan4ri~"Vogel'/+&=%<ü>\\9 zwölf`;

const knowing = (...values: readonly string[]) => {
  const { know, scrub } = scrubber();
  values.forEach((value, index) => {
    know(`canary ${index}`, secret(value));
  });
  return scrub;
};

describe("a secret", () => {
  test("I30, H-079 (part): whatever prints it shows a mark", () => {
    const held = secret(VALUE);
    const seen = [
      String(held),
      `${held}`,
      `${[held]}`,
      JSON.stringify({ held }),
      inspect(held),
      inspect({ deep: { held } }, { showHidden: true, depth: null }),
      JSON.stringify({ ...held }),
      String(Object.values(held)),
      String(new Error(`${held}`)),
    ];
    for (const text of seen) expect(text).not.toContain("Kan4ri");
    expect(seen[0]).toBe(SECRET_MARK);
    expect(() => structuredClone(held)).toThrow();
    expect(held.reveal()).toBe(VALUE);
  });
});

const forms: readonly (readonly [string, string])[] = [
  ["plain", VALUE],
  ["as JSON", JSON.stringify({ value: VALUE })],
  ["as JSON in JSON", JSON.stringify({ text: JSON.stringify({ value: VALUE }) })],
  ["in a URL", encodeURIComponent(VALUE)],
  [
    "in a URL with small letters",
    encodeURIComponent(VALUE).replaceAll(/%../g, (e) => e.toLowerCase()),
  ],
  ["in a form", new URLSearchParams({ value: VALUE }).toString()],
  ["in hexadecimal", Buffer.from(VALUE).toString("hex")],
  ["in capital hexadecimal", Buffer.from(VALUE).toString("hex").toUpperCase()],
  ...["", "a", "ab", "abc", "user:"].flatMap((before) =>
    (["base64", "base64url"] as const).map((name): readonly [string, string] => [
      `in ${name} behind ${JSON.stringify(before)}`,
      Buffer.from(`${before}${VALUE}${before}`).toString(name),
    ]),
  ),
];

describe("what a scrubber leaves as it is", () => {
  test("I30 (part): a text of which nothing is known, and a value that is too short", () => {
    expect(knowing()("an ordinary sentence")).toBe("an ordinary sentence");
    expect(knowing("short")("a short sentence")).toBe("a short sentence");
  });

  test("I30 (part): the former of a name stays hidden when the new one comes twice", () => {
    const { know, scrub } = scrubber();
    for (const value of ["the-former-value", "the-newer-value", "the-newer-value"]) {
      know("canary", secret(value));
    }
    expect(scrub("the-former-value, the-newer-value")).toBe(`${SECRET_MARK}, ${SECRET_MARK}`);
  });

  test("two secrets side by side are one mark", () => {
    expect(knowing(VALUE)(`<${VALUE}${VALUE}>`)).toBe(`<${SECRET_MARK}>`);
  });
});

describe("a scrubber that knows a secret", () => {
  const scrub = knowing(VALUE);

  test.each(forms)("I30, H-079: finds it %s", (_form, text) => {
    const scrubbed = scrub(`before ${text} after`);
    expect(scrubbed).toContain(SECRET_MARK);
    expect(scrubbed).toMatch(/^before .*after$/s);
    const left = scrubbed.replaceAll(SECRET_MARK, "");
    for (let at = 0; at + 6 <= text.length; at += 1) {
      const part = text.slice(at, at + 6);
      if (!/value|text|:\{|"/.test(part)) expect(left).not.toContain(part);
    }
  });

  test("I30: leaves everything else as it is, also what only begins alike", () => {
    const text = `Kan4ri~ nothing of it, nor Kan4ri~"Vogel alone`;
    expect(scrub(text)).toBe(text);
  });

  test("I30: finds a long one that was cut off at either end, and all between its parts", () => {
    const long = Array.from({ length: 300 }, (_, index) => `part${index * 7919}`).join("_");
    const cut = knowing(long)(`x ${long.slice(100, 1_500)} y`);
    expect(cut.startsWith("x ")).toBe(true);
    expect(cut.replaceAll(SECRET_MARK, "").length).toBeLessThan(60);
    expect(knowing(long)(`x ${long} y`)).toBe(`x ${SECRET_MARK} y`);
  });

  test("I30: keeps the last two of a name: a renewed token does not uncover the former", () => {
    const { know, scrub: take } = scrubber();
    for (const value of ["first-token-value", "second-token-value", "third-token-value"]) {
      know("token", secret(value));
    }
    expect(take("first-token-value second-token-value third-token-value")).toBe(
      `first-token-value ${SECRET_MARK} ${SECRET_MARK}`,
    );
  });
});

describe("what looks like a secret", () => {
  const PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----";
  test.each([
    ["a token", "got eyJhbGciOi.eyJzdWIi.c2lnbmVk here", `got ${SECRET_MARK} here`],
    [
      "a header",
      "Authorization: Bearer abc.def~ghi+jk/l==",
      `Authorization: Bearer ${SECRET_MARK}`,
    ],
    [
      "a SAS",
      "https://a.example/b?sv=1&sig=aB%2Bc%3D&se=2",
      `https://a.example/b?sv=1&sig=${SECRET_MARK}&se=2`,
    ],
    ["a key", `a ${PEM} b`, `a ${SECRET_MARK} b`],
    ["a key cut off", `a ${PEM.slice(0, 40)}`, `a ${SECRET_MARK}`],
    [
      "a storage key",
      "AccountName=a;AccountKey=b+c/d==;Endpoint=e",
      `AccountName=a;AccountKey=${SECRET_MARK};Endpoint=e`,
    ],
    [
      "a bus key",
      "SharedAccessKeyName=n;SharedAccessKey=b+c=",
      `SharedAccessKeyName=n;SharedAccessKey=${SECRET_MARK}`,
    ],
    [
      "a client secret of Entra",
      "was abc8Q~ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456.",
      `was ${SECRET_MARK}`,
    ],
    [
      "a form",
      "grant=x&client_secret=a~b.c&scope=y",
      `grant=x&client_secret=${SECRET_MARK}&scope=y`,
    ],
    ["a sentence", "The password is hunter2 now", `The password is ${SECRET_MARK} now`],
    ["a variable", "AZURE_CLIENT_SECRET=a~b.c next", `AZURE_CLIENT_SECRET=${SECRET_MARK} next`],
    ["JSON", '{"secret": "two words", "a": 1}', `{"secret": ${SECRET_MARK}", "a": 1}`],
    [
      "JSON in JSON",
      '"{\\"password\\":\\"a b\\",\\"c\\":1}"',
      `"{\\"password\\":${SECRET_MARK}\\",\\"c\\":1}"`,
    ],
    ["an agent's key", "ANTHROPIC_API_KEY=sk-ant-a-b_c", `ANTHROPIC_API_KEY=${SECRET_MARK}`],
    [
      "a password in an address",
      "amqp://user:pass!word@host/x",
      `amqp://user:${SECRET_MARK}@host/x`,
    ],
  ])("H-079, I30: %s is hidden", (_what, text, hidden) => {
    expect(hideLooks(text)).toBe(hidden);
  });

  test.each([
    "eyJ".repeat(100_000),
    "eyJ-".repeat(100_000),
    "eyJa.".repeat(100_000),
    "-----BEGIN PRIVATE KEY-----".repeat(20_000),
    'password=\\"'.repeat(50_000),
    'secret:"'.repeat(50_000),
    "Bearer ".repeat(50_000),
    "://a:".repeat(50_000),
    "A".repeat(400_000),
    'Kan4ri~"Vogel'.repeat(40_000),
  ])(
    "R56 (part): a long text that keeps beginning like a secret is read to its end (%#)",
    (text) => {
      const scrub = knowing(VALUE, "A".repeat(5_000), 'Kan4ri~"V'.repeat(500));
      expect(scrub(text).length).toBeLessThanOrEqual(text.length + SECRET_MARK.length);
    },
  );
});
