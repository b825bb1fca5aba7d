/** Runbooks that put canaries where secrets could be: into every parameter that takes a text, of
 *  every function there is, and into what a function of one's own answers, fails with and throws.
 *  Functions and parameters are those the product lists: a new one is here without being named. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functionManifests } from "./functions.ts";

/** As Entra makes client secrets. */
export const canary = (name: string): string =>
  `cnr8Q~${name
    .replaceAll(/[^A-Za-z]/g, "")
    .padEnd(34, "x~.")
    .slice(0, 34)}`;

type Schema = { readonly type?: string; readonly enum?: unknown; readonly items?: Schema };

const COLUMN = "{{ApiKey}}";

/** What must be an address stays one, or nobody but the check of parameters would see it. */
const column = (example: unknown): string =>
  String(example).includes("@") ? `${COLUMN}@fabrikam.example` : COLUMN;

function planted(schema: Schema, example: unknown): unknown {
  if (schema.type === "array" && schema.items?.type === "string" && Array.isArray(example)) {
    return example.map(column);
  }
  return schema.type === "string" && schema.enum === undefined ? column(example) : example;
}

/** One for each function, and what is planted by it. */
function plantedRunbooks(): readonly (readonly [name: string, yaml: string])[] {
  return functionManifests().map(({ name, params, examples }) => {
    const properties = (params["properties"] ?? {}) as Readonly<Record<string, Schema>>;
    const given = examples[0]?.params ?? {};
    const values = Object.entries(properties)
      .filter(([key]) => key in given)
      .map(([key, schema]) => [key, planted(schema, given[key])]);
    return [`canary-${name.toLowerCase()}`, runbookOf(name, Object.fromEntries(values))];
  });
}

const runbookOf = (name: string, params: object): string =>
  JSON.stringify({
    name: `canary-${name.toLowerCase()}`,
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
        steps: [{ name: "call", worker_id: "worker-01", function: name, params }],
      },
    ],
  });

/** A function of one's own that does with its parameter what nobody should. */
const leaking = (name: string, run: string): string => `export default ({ z, ok, fail }) => ({
  name: "${name}",
  description: "Gives away what it was given.",
  effect: "read",
  idempotency: "natural-key",
  result: "Object",
  params: z.strictObject({ Key: z.string() }),
  examples: [{ params: { Key: "k" }, result: {} }],
  run: async ({ Key }) => { ${run} },
});
`;

export const LEAKING = {
  "Get-LeakingResult": `return ok({ kind: "done", value: {
    [Key]: Key, text: "it is " + Key, list: [{ Key }], ClientSecret: "plain-" + Key.slice(6) } });`,
  "Get-LeakingFailure": `return fail({ kind: "failed", code: "no", message: "bad: " + Key });`,
  "Get-LeakingDoubt": `return fail({ kind: "ambiguous", code: "no", message: "bad: " + Key });`,
  "Get-LeakingThrow": "throw new Error(Key);",
} as const;

export function plant(data: string): readonly string[] {
  for (const each of ["runbooks", "members", "functions"]) mkdirSync(join(data, each));
  const own = Object.entries(LEAKING).map(([name, run]) => {
    writeFileSync(join(data, "functions", `${name}.mjs`), leaking(name, run));
    return [`canary-${name.toLowerCase()}`, runbookOf(name, { Key: COLUMN })] as const;
  });
  const all = [...plantedRunbooks(), ...own];
  for (const [name, yaml] of all) {
    writeFileSync(join(data, "runbooks", `${name}.yaml`), yaml);
    const row = ["ada@contoso.example", canary(name), `Pw-${canary(name).slice(6)}`];
    const table = `Person,ApiKey,InitialPassword\n${row.join(",")}\n`;
    writeFileSync(join(data, "members", `${name}.csv`), table);
  }
  return all.map(([name]) => name);
}
