/** Canaries that nothing gives away: plain words under plain names, which only the runbook's marks
 *  say are sensitive. They go into every text of every function there is, through functions of
 *  one's own that tell on what they were given, and from a marked output on to later steps and
 *  a rollback. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownFunction, PLANTED } from "./plant.ts";

const letters = (name: string): string =>
  name
    .replaceAll(/[^a-z]/g, "")
    .replace("marked", "")
    .padEnd(12, "x");
/** Letters only, so that it may be the name of an error. */
export const plainCanary = (name: string): string => `Mapleriver${letters(name)}`;
const pinOf = (note: string): string => `Harbourgate${note.slice("Mapleriver".length)}`;

const WELCOME = "{{Welcome}}";
const CHAIN = "marked-z-chain";

/** Each tells all it was given, and each word of it. */
const TOLD = '[Key, ...Key.split(" "), Buffer.from(Key).toString("base64")].join(", ")';

const TELLING = {
  "Get-ToldResult": `return ok({ kind: "done", value: {
    [Key]: Key, text: ${TOLD}, list: [{ Key }, ...Key.split(" ")] } });`,
  "Get-ToldProgress": `return context.poll === 0
    ? ok({ kind: "incomplete", progress: { text: ${TOLD} } })
    : ok({ kind: "done", value: { text: ${TOLD} } });`,
  "Get-ToldFailure": `return fail({ kind: "failed", code: Key, message: ${TOLD} });`,
  "Get-ToldDoubt": `return fail({ kind: "ambiguous", code: "no", message: ${TOLD} });`,
  "Get-ToldThrow": `throw Object.assign(new Error(${TOLD}), {
    name: Key, stack: Key + "\\n    at " + Key });`,
  "Get-Pin": `const Pin = "Harbourgate" + Key.slice("Mapleriver".length);
    return ok({ kind: "done", value: { Pin, text: "made " + Pin } });`,
} as const;

type Marked = { readonly name: string; readonly steps: readonly object[]; readonly more?: object };

const step = (name: string, called: string, params: object, more: object = {}) => ({
  name,
  worker_id: "worker-01",
  function: called,
  params,
  ...more,
});

/** The library's functions with the same params, filled in from the marked column. */
const OURS: readonly Marked[] = PLANTED.filter(({ name }) => !name.endsWith("-also")).map(
  ({ name, of, params }) => ({
    name: name.replace("canary", "marked"),
    steps: [
      step(
        "call",
        of.manifest.name,
        JSON.parse(JSON.stringify(params).replaceAll("{{ApiKey}}", WELCOME)),
      ),
    ],
  }),
);

const OWN: readonly Marked[] = Object.keys(TELLING).map((called) => ({
  name: `marked-${called.toLowerCase()}`,
  steps: [
    step(
      "call",
      called,
      { Key: WELCOME },
      called === "Get-ToldProgress" ? { poll: { interval: "1s", timeout: "1h" } } : {},
    ),
  ],
}));

/** What the first makes the second tells, in a text with another; the rollback tells it again. */
const CHAINED: Marked = {
  name: CHAIN,
  steps: [
    step(
      "make",
      "Get-Pin",
      { Key: WELCOME },
      { output_params: { Number: "Pin" }, sensitive: ["Number"] },
    ),
    step("use", "Get-ToldResult", { Key: "{{Number}}" }),
    step(
      "tell",
      "Get-ToldFailure",
      { Key: "use {{Number}} and {{Welcome}} now" },
      { on_failure: "undo" },
    ),
  ],
  more: { rollbacks: { undo: [step("undo", "Get-ToldResult", { Key: "{{Number}}" })] } },
};

const runbook = ({ name, steps, more = {} }: Marked): string =>
  JSON.stringify({
    name,
    data_source: {
      type: "csv",
      primary_key: "Person",
      batch_time: "immediate",
      columns: ["Person", "Welcome"],
      sensitive: ["Welcome"],
    },
    phases: [{ name: "try", offset: "T-0", steps }],
    ...more,
  });

export type MarkedPlants = {
  readonly runbooks: readonly string[];
  /** Those whose functions tell on what they were given. */
  readonly telling: readonly string[];
  /** Of members: they rest where members' data does. */
  readonly given: readonly string[];
  /** What a function made and a mark hands on. */
  readonly made: readonly string[];
};

/** Behind the others by their names, so that those keep their numbers. */
export function plantMarked(data: string): MarkedPlants {
  for (const [name, run] of Object.entries(TELLING)) {
    writeFileSync(join(data, "functions", `${name}.mjs`), ownFunction(name, ["Key"], run));
  }
  const all = [...OURS, ...OWN, CHAINED];
  for (const each of all) {
    writeFileSync(join(data, "runbooks", `${each.name}.yaml`), runbook(each));
    const table = `Person,Welcome\nada@contoso.example,${plainCanary(each.name)}\n`;
    writeFileSync(join(data, "members", `${each.name}.csv`), table);
  }
  const names = all.map(({ name }) => name);
  const telling = [...OWN, CHAINED].map(({ name }) => name);
  const given = names.map(plainCanary);
  return { runbooks: names, telling, given, made: [pinOf(plainCanary(CHAIN))] };
}
