/** Runbooks that put canaries where secrets could be: into every parameter that takes a text, of
 *  every function there is, and into what a function of one's own answers, fails with and throws.
 *  Functions and parameters are those the product lists: a new one is here without being named. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../../../../runtime/contract/json-object.ts";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { memoryTenant } from "../../../unit/worker/functions/differential/memory-tenant.ts";

/** As Entra makes client secrets. */
export const canary = (name: string): string =>
  `cnr8Q~${name
    .replaceAll(/[^A-Za-z]/g, "")
    .padEnd(34, "x~.")
    .slice(0, 34)}`;

/** Nothing in it tells that it is a secret: only who knows the value can hide it. It has what
 *  encodings change. */
export const plainCanary = (name: string): string =>
  `Finch+${name.replaceAll(/[^A-Za-z]/g, "").slice(-24)}/blue&<7>Wren'9`;

/** Hidden because of their names alone; each is looked for in a sentence, as it is too short to be
 *  looked for by itself. */
const SHORT = "Wq7zX";
const NUMBER = 4815162342;
export const SHORT_TOLD = [`the code is ${SHORT}`, `the number is ${NUMBER}`];

const COLUMN = "{{ApiKey}}";
const PASSWORD = "{{InitialPassword}}";
/** What must be an address stays one, or nobody but the check of parameters would see it. */
const ADDRESS = `${COLUMN}@fabrikam.example`;
const LINK = `https://fabrikam.example/${COLUMN}`;

const column = (example: string): string =>
  example.includes("@") ? ADDRESS : example.startsWith("https:") ? LINK : COLUMN;

/** Every text within a value. */
function planted(example: unknown): unknown {
  if (typeof example === "string") return column(example);
  if (Array.isArray(example)) return example.map(planted);
  if (!isJsonObject(example)) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, planted(value)]));
}

const library = functionLibrary(memoryTenant().tenant);

type Planted = { readonly name: string; readonly of: WorkerFunction; readonly params: JsonObject };

/** One for each example of each function, and for the other way to name a person: the example's
 *  parameters, and all others that go with them, wherever the function takes such a text. */
export const PLANTED: readonly Planted[] = library.flatMap((of) =>
  [...of.manifest.examples.map(({ params }) => params), ...namedElse(of)].map((params, at) => {
    const name = `canary-${of.manifest.name.toLowerCase()}${"-also".repeat(at)}`;
    return { name, of, params: filled(of, params, canary(name)) };
  }),
);

function namedElse({ manifest: { params, examples } }: WorkerFunction): readonly JsonObject[] {
  const { UserId, UserPrincipalName, ...rest } = examples[0]?.params ?? {};
  const properties = Object(params["properties"]);
  if (!("UserId" in properties && "UserPrincipalName" in properties)) return [];
  return [
    { ...rest, ...(UserId === undefined ? { UserId: COLUMN } : { UserPrincipalName: ADDRESS }) },
  ];
}

function filled({ manifest, prepare }: WorkerFunction, given: JsonObject, key: string): JsonObject {
  const takes = (params: JsonObject): boolean =>
    prepare(JSON.parse(JSON.stringify(params).replaceAll(COLUMN, key))).ok;
  let params = given;
  for (const name of Object.keys(Object(manifest.params["properties"]))) {
    const values = name in given ? [planted(given[name])] : [COLUMN, ADDRESS, LINK];
    params = values.map((value) => ({ ...params, [name]: value })).find(takes) ?? params;
  }
  return params;
}

const runbookOf = (name: string, called: string, params: object): string =>
  JSON.stringify({
    name,
    data_source: {
      type: "csv",
      primary_key: "Person",
      batch_time: "immediate",
      columns: ["Person", "ApiKey", "InitialPassword"],
    },
    phases: [
      {
        name: "try",
        offset: "T-0",
        steps: [{ name: "call", worker_id: "worker-01", function: called, params }],
      },
    ],
  });

/** What is in a parameter named as a secret, in the ways that programs write a text down. */
const WRITINGS = `
    const bytes = Buffer.from(Password);
    const twice = Buffer.from(bytes.toString("base64")).toString("base64");
    const unit = (char) => "\\\\u" + char.charCodeAt(0).toString(16).padStart(4, "0");
    const all = [Password, encodeURIComponent(encodeURIComponent(Password)), twice,
      Password.replace(/[^A-Za-z0-9]/g, unit), bytes.toString("hex").replace(/../g, "$& "),
      Password.replace(/[^A-Za-z0-9]/g, (char) => "&#" + char.charCodeAt(0) + ";"),
      Buffer.from("x" + Password, "utf16le").toString("base64"),
      "the code is " + Passphrase, "the number is " + SubscriptionKey].join(" and ");`;

/** A function of one's own that takes such texts. */
export const ownFunction = (
  name: string,
  takes: readonly string[],
  run: string,
): string => `export default ({ z, ok, fail }) => ({
  name: "${name}",
  description: "Gives away what it was given.",
  effect: "read",
  idempotency: "natural-key",
  result: "Object",
  params: z.strictObject({ ${takes.map((each) => `${each}: z.any()`).join(", ")} }),
  examples: [{ params: { ${takes.map((each) => `${each}: "k"`).join(", ")} }, result: {} }],
  run: async ({ ${takes.join(", ")} }, context) => { ${run} },
});
`;

/** One that does with its parameters what nobody should. */
const leaking = (name: string, run: string): string =>
  ownFunction(name, ["Key", "Password", "Passphrase", "SubscriptionKey"], `${WRITINGS} ${run}`);

export const LEAKING = {
  "Get-LeakingResult": `return ok({ kind: "done", value: {
    [Key]: Key, text: "it is " + Key, also: "and " + all, list: [{ Key }],
    ClientSecret: "plain-" + Key.slice(6) } });`,
  "Get-LeakingFailure": `return fail({ kind: "failed", code: "no", message: Key + all });`,
  "Get-LeakingDoubt": `return fail({ kind: "ambiguous", code: "no", message: Key + all });`,
  "Get-LeakingThrow": "throw new Error(Key + all);",
} as const;

export function plant(data: string): readonly string[] {
  for (const each of ["runbooks", "members", "functions"]) mkdirSync(join(data, each));
  const own = Object.entries(LEAKING).map(([name, run]) => {
    writeFileSync(join(data, "functions", `${name}.mjs`), leaking(name, run));
    const runbook = `canary-${name.toLowerCase()}`;
    const named = { Password: PASSWORD, Passphrase: SHORT, SubscriptionKey: NUMBER };
    return [runbook, runbookOf(runbook, name, { Key: COLUMN, ...named })] as const;
  });
  const ours = PLANTED.map(
    ({ name, of, params }) => [name, runbookOf(name, of.manifest.name, params)] as const,
  );
  const all = [...ours, ...own];
  for (const [name, yaml] of all) {
    writeFileSync(join(data, "runbooks", `${name}.yaml`), yaml);
    const row = ["ada@contoso.example", canary(name), plainCanary(name)];
    const table = `Person,ApiKey,InitialPassword\n${row.join(",")}\n`;
    writeFileSync(join(data, "members", `${name}.csv`), table);
  }
  return all.map(([name]) => name);
}
